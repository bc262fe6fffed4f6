/* Texts by their numbers: classes and tags of a page, texts that it has twice. */
#include "kernel.h"

/* The seed differs between runs of Python, so no page can be made to collide. */
static uint32_t hash_slice(uint64_t seed, Slice text) {
    uint64_t hash = seed ^ (uint64_t)text.size, eight;
    for (; text.size >= 8; text.bytes += 8, text.size -= 8) {
        memcpy(&eight, text.bytes, 8);
        hash = stir(hash ^ eight);
    }
    eight = 0;
    if (text.size) memcpy(&eight, text.bytes, (size_t)text.size);
    return (uint32_t)stir(hash ^ eight);
}

/* Make room for so many texts that differ. */
int open_numbers(Page *page, Numbers *numbers, Py_ssize_t most) {
    uint32_t mask = 63;
    while (mask < 2 * (uint64_t)most) mask = mask * 2 + 1;
    *numbers = (Numbers){.texts = take_unset(page, most, sizeof(Text)), .mask = mask};
    numbers->slots = numbers->texts ? take(page, (Py_ssize_t)mask + 1, sizeof(NumberSlot)) : NULL;
    return numbers->slots ? 0 : -1;
}

void drop_numbers(Page *page, Numbers *numbers) {
    drop(page, numbers->texts);
    drop(page, numbers->slots);
}

static int keep_slice(Page *page, Slice text, int is_lasting, Text *kept) {
    *kept = (Text){.at.bytes = text.bytes, .size = (int32_t)text.size};
    if (is_lasting) return 0;
    if (make_room(&page->written, text.size) < 0) return -1;
    *kept = (Text){.at.start = page->written.size, .size = (int32_t)text.size, .is_written = 1};
    memcpy(page->written.bytes + page->written.size, text.bytes, (size_t)text.size);
    page->written.size += text.size;
    return 0;
}

/* Return the number of a text, the next one if it is new; -1 with an error set. */
int32_t number_slice(Page *page, Numbers *numbers, Slice text, int is_lasting) {
    uint32_t hash = hash_slice(page->known->seed, text), place = hash & numbers->mask;
    for (NumberSlot *slot; (slot = numbers->slots + place)->number; place = (place + 1) & numbers->mask) {
        if (slot->hash != hash) continue;
        Slice other = get_slice(page, numbers->texts + slot->number - 1);
        if (other.size == text.size && memcmp(other.bytes, text.bytes, (size_t)text.size) == 0)
            return slot->number - 1;
    }
    if (keep_slice(page, text, is_lasting, numbers->texts + numbers->count) < 0) return -1;
    numbers->slots[place] = (NumberSlot){hash, ++numbers->count};
    return numbers->count - 1;
}
