/** The module of a product's pages, as the build finds it (`vite.config.ts`). */
declare module 'virtual:product-pages' {
  export const productPages: import('./product.ts').ProductPages
}
