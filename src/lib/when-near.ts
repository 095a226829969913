/** Calls `act` once, within 300 px of the viewport. Returns a function that cancels. */
export function whenNear(element: Element | null, act: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin: '300px' },
  );
  if (element !== null) observer.observe(element);
  return () => observer.disconnect();
}
