/** Values from one on up to another, for `CallContext.select`; either end may be open. */
export class Span {
  /** @param from included. @param below not included. */
  constructor(
    readonly from: unknown,
    readonly below: unknown,
  ) {}
}
