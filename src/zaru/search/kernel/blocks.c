/* Blocks of LZ4 (lz4.org, "Block Format"), read: what an index keeps of a page. They are written by
   pyarrow, which takes a tenth of a second to be imported, so that a search does without it. */
#include "kernel.h"

#include <stdint.h>
#include <string.h>

enum { MORE = 15, LEAST_MATCH = 4 };

/* A block and its place for bytes, both with their ends. */
typedef struct {
    const uint8_t *in, *in_end;
    uint8_t *out, *out_begin, *out_end;
} Block;

/* Return a length whose first four bits are *length*; -1 when the block ends in it. */
static Py_ssize_t read_length(Block *block, Py_ssize_t length) {
    if (length < MORE) return length;
    for (;;) {
        if (block->in == block->in_end || length > PY_SSIZE_T_MAX - UINT8_MAX) return -1;
        uint8_t more = *block->in++;
        length += more;
        if (more < UINT8_MAX) return length;
    }
}

static int copy_literals(Block *block, uint8_t token) {
    Py_ssize_t size = read_length(block, token >> 4);
    if (size < 0 || size > block->in_end - block->in || size > block->out_end - block->out)
        return -1;
    memcpy(block->out, block->in, (size_t)size);
    block->in += size;
    block->out += size;
    return 0;
}

/* Copy what stands some bytes before; it may reach into itself. */
static int copy_match(Block *block, uint8_t token) {
    if (block->in_end - block->in < 2) return -1;
    Py_ssize_t back = block->in[0] | block->in[1] << 8;
    block->in += 2;
    Py_ssize_t size = read_length(block, token & MORE);
    if (size < 0 || back == 0 || back > block->out - block->out_begin ||
        size > block->out_end - block->out - LEAST_MATCH)
        return -1;
    size += LEAST_MATCH;
    const uint8_t *from = block->out - back;
    if (back >= size) memcpy(block->out, from, (size_t)size);
    else
        for (Py_ssize_t i = 0; i < size; i++) block->out[i] = from[i];
    block->out += size;
    return 0;
}

static int inflate(Block *block) {
    while (block->in < block->in_end) {
        uint8_t token = *block->in++;
        if (copy_literals(block, token) < 0) return -1;
        if (block->in == block->in_end) return block->out == block->out_end ? 0 : -1;
        if (copy_match(block, token) < 0) return -1;
    }
    return -1;
}

PyObject *inflate_block(PyObject *module, PyObject *args) {
    (void)module;
    Py_buffer data;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(args, "y*n", &data, &size)) return NULL;
    PyObject *bytes = NULL;
    /* A byte of LZ4 stands for no more than 255: a damaged size takes no memory. */
    if (size >= 0 && size / UINT8_MAX <= data.len) bytes = PyBytes_FromStringAndSize(NULL, size);
    else PyErr_SetString(PyExc_ValueError, "a block cannot have so many bytes");
    if (bytes != NULL) {
        uint8_t *out = (uint8_t *)PyBytes_AS_STRING(bytes);
        const uint8_t *in = data.buf;
        Block block = {in, in + data.len, out, out, out + size};
        if (inflate(&block) < 0) {
            PyErr_SetString(PyExc_ValueError, "a block is damaged");
            Py_CLEAR(bytes);
        }
    }
    PyBuffer_Release(&data);
    return bytes;
}
