/** A sky, for {@link weather}. */
export interface Heaven {
  clear: boolean;
}

/** Opens a {@link Heaven}. It is clear. */
export const sky = (clear = true): Heaven => ({ clear });
