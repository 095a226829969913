import { waterhandler } from '#src/content/waterhandler.ts';

import { ProductPage } from './product-page.tsx';

export function WaterHandler() {
  return <ProductPage name="waterhandler" product={waterhandler} />;
}
