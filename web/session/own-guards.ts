/** Who may see this page, as its HTML says: the table of pages stays where the HTML is made. */
export const ownGuards = (): string[] => document.body.dataset.guards?.split(' ') ?? []
