/* The entries of features.def for which a macro is defined; it is undefined behind them. */
#ifndef KIND
#define KIND(...)
#endif
#ifndef WHOLE
#define WHOLE(...)
#endif
#ifndef NUMBER
#define NUMBER(...)
#endif
#ifndef BLOCK
#define BLOCK(...)
#endif
#ifndef GROUP
#define GROUP(...)
#endif
#ifndef MARK
#define MARK(...)
#endif
#ifndef TYPE
#define TYPE(...)
#endif
#ifndef OPENGRAPH
#define OPENGRAPH(...)
#endif
#ifndef COLUMN
#define COLUMN(...)
#endif

#include "../features.def"

#undef KIND
#undef WHOLE
#undef NUMBER
#undef BLOCK
#undef GROUP
#undef MARK
#undef TYPE
#undef OPENGRAPH
#undef COLUMN
