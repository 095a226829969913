/** How far below the screen something counts as near. */
const rootMargin = '300px';

/** Acts once when an element comes near the screen; returns what ends the wait. */
export function whenNear(element: Element | null, act: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin },
  );
  if (element !== null) observer.observe(element);
  return () => observer.disconnect();
}
