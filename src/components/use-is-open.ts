import { useEffect, useRef } from 'react';

/** Whether the component is still on the page, also asked after it is gone. */
export function useIsOpen(): () => boolean {
  const open = useRef(false);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  return () => open.current;
}
