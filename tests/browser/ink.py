"""Measure ink, that is, pixels of a mark's colour in its place, because the DOM does not show whether something is
drawn."""

from PIL import Image, ImageChops, ImageColor

Box = tuple[float, float, float, float]  # left, top, right, bottom

# Grain and edges mix the ink with the paper, which changes its lightness more than its hue.
NEAR = 90  # out of 255, in each channel
HUE = 10  # out of 256 around the circle
# Shares of a square: half that of a whole mark, and half that of the line through three on slate.
DRAWN, STRUCK, NONE = 0.08, 0.035, 0.005


def ink(picture: Image.Image, colour: str) -> float:
    """Return the share of a picture's pixels that have a given colour."""
    picture = picture.convert("RGB")
    plain = Image.new("RGB", picture.size, ImageColor.getrgb(colour))
    wanted = hue(plain).getpixel((0, 0))
    near = [255 * (min((wanted - other) % 256, (other - wanted) % 256) < HUE) for other in range(256)]
    inked = hue(picture).point(near)
    for off in ImageChops.difference(picture, plain).split():
        inked = ImageChops.darker(inked, off.point(lambda value: 255 * (value < NEAR)))
    return inked.histogram()[255] / (picture.width * picture.height)


def middle(box: Box) -> Box:
    """Return the middle tenth of a square, where the strokes of an X cross."""
    left, top, right, bottom = box
    across, down = 0.45 * (right - left), 0.45 * (bottom - top)
    return left + across, top + down, right - across, bottom - down


def hue(picture: Image.Image) -> Image.Image:
    return picture.convert("HSV").getchannel("H")
