/* What the first words of texts say: wording.py. */
#include "scene.h"

static void add_said(const Model *model, const Py_UCS4 *letters, Py_ssize_t length, Said *said) {
    if (said->count == SAID_WORDS) return;
    said->count++;
    int number = length > MAX_WORD ? -1 : find_word(&model->said_words, letters, length);
    if (number < 0) return;
    double score = model->said[number];
    if (!said->known++) said->low = said->high = said->first = score;
    if (score < said->low) said->low = score;
    if (score > said->high) said->high = score;
    said->total += score;
}

/* Read the first words of a text: letters in lower case, Chinese and Japanese ones by twos. */
static Said read_said(const Model *model, Slice text) {
    Said said = {0};
    Py_UCS4 letters[SAID_CHARS], pair[2] = {0};
    const uint8_t *at = text.bytes, *end = at + text.size;
    int length = 0, seen = 0;
    while (at < end && said.count < SAID_WORDS) {
        Py_UCS4 letter = next_letter(&at);
        int kind = kind_of(model->kinds, letter);
        seen += kind != KIND_WHITE;
        if (seen > SAID_CHARS) break;
        if (kind == KIND_LETTER || kind == KIND_UPPER) {
            letters[length++] = Py_UNICODE_TOLOWER(letter);
            pair[0] = 0;
            continue;
        }
        if (length) add_said(model, letters, length, &said);
        length = 0;
        pair[1] = letter;
        if (kind == KIND_CJK && pair[0]) add_said(model, pair, 2, &said);
        pair[0] = kind == KIND_CJK ? letter : 0;
    }
    if (length) add_said(model, letters, length, &said);
    return said;
}

void fill_wording(Scene *scene) {
    const Page *page = scene->page;
    CELLS(low, word_low) CELLS(high, word_high) CELLS(mean, word_mean) CELLS(first, word_first)
    CELLS(low_above, above_low) CELLS(high_above, above_high)
    CELLS(mean_above, above_mean) CELLS(first_above, above_first)
    Said above = scene->carried.said;
    EACH(i, at) {
        Said said = read_said(page->known, get_slice(page, page->texts + at));
        if (said.count == 0) said.count = 1;
        low[i] = (float)said.low;
        high[i] = (float)said.high;
        mean[i] = (float)(said.total / said.count);
        first[i] = (float)said.first;
        low_above[i] = (float)above.low;
        high_above[i] = (float)above.high;
        mean_above[i] = (float)(above.total / above.count);
        first_above[i] = (float)above.first;
        if (scene->headings[at] > 0) above = said;
    }
    scene->carried.said = above;
}
