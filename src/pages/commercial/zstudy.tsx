import { zstudy } from '#src/content/zstudy.ts';

import { ProductPage } from './product-page.tsx';

export function ZStudy() {
  return <ProductPage name="zstudy" product={zstudy} />;
}
