import { useEffect, useRef } from 'react';

/** Whether the component is still on the page, also asked after it is gone. */
export function useIsMounted(): () => boolean {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return () => mounted.current;
}
