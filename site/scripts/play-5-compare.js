// The same question, asked of each model of a guide.

/** The models of the guide that answer the question of the step. */
function showCompare() {
  compare.replaceChildren();
  const question = catalog?.steps[state.step]?.answers;
  const models = guideOf(state.example)?.examples ?? [];
  if (!question || models.length < 2) return;
  const made = button('compare', () => during(() => compareModels(question, models)));
  compare.append(made);
}

/**
 * @param {string} question
 * @param {string[]} models
 */
async function compareModels(question, models) {
  const shown = [];
  for (const name of models) {
    const other = JSON.parse(await text(`play/${name}.json`));
    if (!(other.questions ?? []).includes(question)) continue;
    const size = other.sizes.includes(state.size) ? state.size : other.sizes[0];
    const reply = await ask({ do: 'answer', name, text: await exampleText(name), size, question }, progress);
    if (reply.failed) throw new Refusal(reply.failed);
    shown.push({ name, cost: reply.statements?.[0]?.cost ?? {}, why: reply.statements?.[0]?.why });
  }
  const colon = /^(zh|ja)/.test(document.documentElement.lang) ? '：' : ': ';
  const table = drawCosts([word('question') + colon + question, state.size ? word('size') + colon + numbers.format(state.size) : ''].filter(Boolean).join(' · '), catalog?.measures ?? [], shown);
  compare.querySelector('.wide')?.remove();
  compare.append(table);
  say(word('ready'));
}
