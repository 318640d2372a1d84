/** So many bills are paid at once at most: on a receipt of one page each still has a line. */
export const mostTogether = 24
