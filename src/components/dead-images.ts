/** Puts the words of a picture in its place where it cannot be loaded, now or later. Gives what ends that. */
export function replaceDeadImages(element: HTMLElement): () => void {
  const onError = ({ target }: Event) => target instanceof HTMLImageElement && replace(target);
  // Errors of pictures do not bubble.
  element.addEventListener('error', onError, true);
  for (const image of element.querySelectorAll('img'))
    if (image.complete && image.naturalWidth === 0 && image.currentSrc !== '') replace(image);
  return () => element.removeEventListener('error', onError, true);
}

function replace(image: HTMLImageElement): void {
  const words = document.createElement('span');
  words.className = 'meta';
  words.textContent = image.alt;
  image.replaceWith(words);
}
