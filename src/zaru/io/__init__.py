"""Where bytes come from and go to: files, folders, archives, standard input; whole output files."""
