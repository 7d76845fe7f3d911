/** So many records in one transaction of a nightly call; it is made again until it finds fewer. */
export const LOT = 500
