/** A range of values for `CallContext.select`; either end may be open. */
export class Span {
  /** @param from included. @param below not included. */
  constructor(
    readonly from: unknown,
    readonly below: unknown,
  ) {}
}
