/** The size of images for links on other sites, in pixels. Source: https://ogp.me, and the advice of the networks */
export const SHARE_WIDTH = 1200
export const SHARE_HEIGHT = 630
