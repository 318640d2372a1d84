/** The most bills in one payment: on a receipt of one page each still has a line. */
export const mostTogether = 24
