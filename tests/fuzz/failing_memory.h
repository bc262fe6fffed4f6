/* Included before the parser when it is fuzzed: allocations that the fuzzer lets fail. */
#include <stdlib.h>

void *fuzz_realloc(void *pointer, size_t size);

#define realloc fuzz_realloc
