/* The trees of a model and what they make of a matrix, as trees.py has it. */
#include "kernel.h"

#include <math.h>

#if defined(__GNUC__) && defined(__x86_64__)
#define HAS_AVX512 /* at least the compiler */
#include <immintrin.h>
#endif

enum { MAX_LEVELS = 8, MAX_TREES = 1 << 20, LANES = 256, WIDE = 16 };

/* What one tree asks of LANES segments. */
typedef struct {
    const float *columns[MAX_LEVELS]; /* from the first segment on */
    const float *borders, *leaves;
    Py_ssize_t levels, count; /* of segments */
} Questions;

typedef void (*AddTree)(const Questions *ask, float *scores);

/* ---- one segment by one -------------------------------------------------------------------- */

static void add_from(const Questions *ask, Py_ssize_t first, float *scores) {
    for (Py_ssize_t i = first; i < ask->count; i++) {
        int32_t leaf = 0;
        for (Py_ssize_t level = 0; level < ask->levels; level++)
            leaf |= (ask->columns[level][i] > ask->borders[level]) << level;
        scores[i] += ask->leaves[leaf];
    }
}

/* ---- WIDE segments at once ----------------------------------------------------------------- */

#ifdef __GNUC__ /* left alone, compilers take segments one by one: more than twice the time */
typedef float Floats __attribute__((vector_size(16), aligned(4), may_alias));
typedef int32_t Ints __attribute__((vector_size(16), aligned(4), may_alias));

static void add_tree(const Questions *ask, float *scores) {
    Py_ssize_t i = 0;
    for (; i + WIDE <= ask->count; i += WIDE) {
        Ints leaves[WIDE / 4] = {{0}};
        for (Py_ssize_t level = 0; level < ask->levels; level++) {
            const Floats *column = (const Floats *)(ask->columns[level] + i);
            for (int k = 0; k < WIDE / 4; k++)
                leaves[k] |= (column[k] > ask->borders[level]) & (1 << level);
        }
        for (int k = 0; k < WIDE; k++) scores[i + k] += ask->leaves[leaves[k / 4][k % 4]];
    }
    add_from(ask, i, scores);
}
#else
static void add_tree(const Questions *ask, float *scores) { add_from(ask, 0, scores); }
#endif

#ifdef HAS_AVX512
/* All leaves of a tree of six levels are in four registers and are picked there: a third of the
 * time. AVX2 would have to fetch them from memory, and is hardly faster than add_tree. */
__attribute__((target("avx512f"))) static void add_tree_avx512(const Questions *ask,
                                                               float *scores) {
    if (ask->levels != 6) {
        add_tree(ask, scores);
        return;
    }
    const __m512 a = _mm512_loadu_ps(ask->leaves), b = _mm512_loadu_ps(ask->leaves + 16);
    const __m512 c = _mm512_loadu_ps(ask->leaves + 32), d = _mm512_loadu_ps(ask->leaves + 48);
    for (Py_ssize_t i = 0; i < ask->count; i += WIDE) {
        Py_ssize_t left = ask->count - i;
        __mmask16 lanes = left < WIDE ? (__mmask16)((1 << left) - 1) : (__mmask16)-1;
        __m512i leaf = _mm512_setzero_si512();
        for (int level = 0; level < 6; level++) {
            __m512 column = _mm512_maskz_loadu_ps(lanes, ask->columns[level] + i);
            __m512 border = _mm512_set1_ps(ask->borders[level]);
            __mmask16 is_above = _mm512_cmp_ps_mask(column, border, _CMP_GT_OQ);
            leaf = _mm512_mask_or_epi32(leaf, is_above, leaf, _mm512_set1_epi32(1 << level));
        }
        __mmask16 is_upper = _mm512_test_epi32_mask(leaf, _mm512_set1_epi32(32));
        __m512 lower = _mm512_permutex2var_ps(a, leaf, b), upper = _mm512_permutex2var_ps(c, leaf, d);
        __m512 sum = _mm512_maskz_loadu_ps(lanes, scores + i);
        sum = _mm512_add_ps(sum, _mm512_mask_blend_ps(is_upper, lower, upper));
        _mm512_mask_storeu_ps(scores + i, lanes, sum);
    }
}
#endif

/* Return what this processor does best. All do the same, in the same order. */
static AddTree choose_add_tree(void) {
#ifdef HAS_AVX512
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f")) return add_tree_avx512;
#endif
    return add_tree;
}

/* ---- all trees ----------------------------------------------------------------------------- */

/* Add what each tree of a look says of up to LANES segments; trees are added in their order. */
static void add_trees(const Trees *trees, int look, const float *matrix, Py_ssize_t segments,
                      Py_ssize_t from, float *scores) {
    static AddTree add = NULL;
    Py_ssize_t levels = trees->levels, left = segments - from;
    if (add == NULL) add = choose_add_tree();
    for (Py_ssize_t tree = look ? trees->ends[look - 1] : 0; tree < trees->ends[look]; tree++) {
        Questions ask = {.borders = trees->borders + tree * levels,
                         .leaves = trees->leaves + (tree << levels),
                         .levels = levels,
                         .count = left < LANES ? left : LANES};
        for (Py_ssize_t level = 0; level < levels; level++)
            ask.columns[level] = matrix + trees->inputs[tree * levels + level] * segments + from;
        add(&ask, scores + from);
    }
}

/* ---- probabilities ------------------------------------------------------------------------- */

/* numpy's exponential of a float32 where processors have AVX2, which is not the nearest number in
 * the last two bits: e to the power of x as 2 to the power of n, times a quotient of polynomials
 * of what is left of x. Out of range, and for what is no number, as the standard library says. */
static float exponential(float x) {
    if (!(x > -87 && x < 88)) return expf(x);
    float n = x * 1.442695040888963407359924681001892137f; /* log2(e) */
    n = (n + 0x1.8p23f) - 0x1.8p23f;                       /* the nearest whole number */
    float r = fmaf(n, -6.93145752e-1f, x); /* less n times log(2), whose last digits follow */
    r = fmaf(n, -1.42860677e-6f, r);
    float over = fmaf(5.082762527590693718096e-04f, r, 6.757896990527504603057e-03f);
    over = fmaf(over, r, 5.114512081637298353406e-02f);
    over = fmaf(over, r, 2.473615434895520810817e-01f);
    over = fmaf(over, r, 7.257664613233124478488e-01f);
    over = fmaf(over, r, 9.999999999980870924916e-01f);
    float under = fmaf(2.159509375685829852307e-02f, r, -2.742335390411667452936e-01f);
    under = fmaf(under, r, 1.0f);
    return ldexpf(over / under, (int)n);
}

int has_look(const Trees *trees, int look) {
    return trees->ends[look] > (look ? trees->ends[look - 1] : 0);
}

/* Score segments by the trees of a look. */
void score_segments(const Trees *trees, int look, const float *matrix, Py_ssize_t segments, float *scores) {
    for (Py_ssize_t i = 0; i < segments; i++) scores[i] = trees->biases[look];
    for (Py_ssize_t from = 0; from < segments; from += LANES)
        add_trees(trees, look, matrix, segments, from, scores);
    for (Py_ssize_t i = 0; i < segments; i++) scores[i] = 1 / (1 + exponential(-scores[i]));
}

/* ---- reading ------------------------------------------------------------------------------- */

/* Return a copy of an array of so many items of a format; NULL with an error set. */
static void *copy_array(PyObject *array, const char *format, Py_ssize_t count) {
    Py_buffer buffer;
    void *copy = NULL;
    if (PyObject_GetBuffer(array, &buffer, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) < 0) return NULL;
    if (strcmp(buffer.format, format) != 0 || buffer.len != count * buffer.itemsize)
        PyErr_SetString(PyExc_ValueError, "the arrays of the model do not fit together");
    else if (!(copy = PyMem_Malloc((size_t)buffer.len + 1)))
        PyErr_NoMemory();
    else
        memcpy(copy, buffer.buf, (size_t)buffer.len);
    PyBuffer_Release(&buffer);
    return copy;
}

static int read_inputs(Trees *trees, PyObject *inputs, Py_ssize_t width) {
    Py_ssize_t questions = trees->count * trees->levels;
    int16_t *given = copy_array(inputs, "h", questions);
    if (given == NULL) return -1;
    trees->inputs = PyMem_Calloc((size_t)questions + 1, sizeof *trees->inputs);
    int is_right = 1;
    for (Py_ssize_t i = 0; trees->inputs && i < questions; i++) {
        trees->inputs[i] = given[i];
        is_right &= given[i] >= 0 && given[i] < width;
    }
    PyMem_Free(given);
    if (trees->inputs == NULL) return PyErr_NoMemory(), -1;
    if (!is_right) PyErr_SetString(PyExc_IndexError, "a tree asks for a column that there is not");
    return is_right ? 0 : -1;
}

/* Read how many trees each look has, and the log odds before them. */
int read_looks(Trees *trees, PyObject *looks, PyObject *biases) {
    trees->looks = PyTuple_GET_SIZE(looks);
    if (trees->looks < KIND_LOOKS || trees->looks > MAX_LOOKS || PyTuple_GET_SIZE(biases) != trees->looks) {
        PyErr_Format(PyExc_ValueError, "a model has %d to %d looks", KIND_LOOKS, MAX_LOOKS);
        return -1;
    }
    Py_ssize_t end = 0;
    for (Py_ssize_t look = 0; look < trees->looks; look++) {
        Py_ssize_t count = PyLong_AsSsize_t(PyTuple_GET_ITEM(looks, look));
        trees->biases[look] = (float)PyFloat_AsDouble(PyTuple_GET_ITEM(biases, look));
        if (PyErr_Occurred()) return -1;
        if (count < 0 || count > MAX_TREES) {
            PyErr_SetString(PyExc_ValueError, "there are not so many trees");
            return -1;
        }
        trees->ends[look] = end += count;
    }
    return 0;
}

/* Read inputs, borders and leaves. */
int read_trees(Trees *trees, PyObject *const *arrays, Py_ssize_t levels, Py_ssize_t width) {
    Py_ssize_t questions = PyObject_Length(arrays[1]);
    if (questions < 0) return -1;
    if (levels < 1 || levels > MAX_LEVELS || questions % levels) {
        PyErr_SetString(PyExc_ValueError, "a tree has 1 to 8 levels");
        return -1;
    }
    trees->levels = levels;
    trees->count = questions / levels;
    if (trees->ends[trees->looks - 1] != trees->count) {
        PyErr_SetString(PyExc_ValueError, "there are not so many trees");
        return -1;
    }
    if (read_inputs(trees, arrays[0], width) < 0) return -1;
    if (!(trees->borders = copy_array(arrays[1], "f", questions))) return -1;
    return (trees->leaves = copy_array(arrays[2], "f", trees->count << levels)) ? 0 : -1;
}

void free_trees(Trees *trees) {
    PyMem_Free(trees->inputs);
    PyMem_Free(trees->borders);
    PyMem_Free(trees->leaves);
}
