import { proxy } from 'valtio/vanilla';

/** How "Save all articles" stands: it goes on while the visitor reads other pages. */
export const savingArticles = proxy({ isUnderWay: false, said: '' });

export function setSavingArticles(isUnderWay: boolean): void {
  savingArticles.isUnderWay = isUnderWay;
}

export function sayOfArticles(said: string): void {
  savingArticles.said = said;
}
