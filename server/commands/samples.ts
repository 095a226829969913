import { sampleFacts, sampleTexts } from '../samples.ts';
import { type Command, listOf, read } from './command.ts';

export const samples: Command = {
  words: '',
  summary: `list what must be replaced before the site goes live: sample facts in src/words and src/content, and the sample articles
      and vacancies that visitors can see`,
  async run(_, config) {
    const facts = sampleFacts().map(({ file, sample }) => ({ where: `src/${file}`, what: sample }));
    const texts = config.upstream === null ? await read(config, sampleTexts) : [];
    return listOf([facts, texts.map(({ kind, id }) => ({ where: kind, what: id }))]);
  },
};
