"""Measure ink: the pixels with the colour of a mark. The DOM does not show whether a mark is drawn."""

from PIL import Image, ImageChops, ImageColor

Box = tuple[float, float, float, float]  # left, top, right, bottom

# Grain and edges mix the ink with the paper, which changes its lightness more than its hue.
MAX_DIFFERENCE = 90  # of 255, in each channel
MAX_HUE_DIFFERENCE = 10  # of 256
# Shares of a square's pixels: half the ink of a mark, half the ink of the line through three on slate, and noise.
DRAWN, STRUCK, NONE = 0.08, 0.035, 0.005


def ink(picture: Image.Image, colour: str) -> float:
    """Return the share of a picture's pixels that have a given colour."""
    picture = picture.convert("RGB")
    plain = Image.new("RGB", picture.size, ImageColor.getrgb(colour))
    wanted = hue(plain).getpixel((0, 0))
    near = [255 * (min((wanted - other) % 256, (other - wanted) % 256) < MAX_HUE_DIFFERENCE) for other in range(256)]
    inked = hue(picture).point(near)
    for off in ImageChops.difference(picture, plain).split():
        inked = ImageChops.darker(inked, off.point(lambda value: 255 * (value < MAX_DIFFERENCE)))
    return inked.histogram()[255] / (picture.width * picture.height)


def hue(picture: Image.Image) -> Image.Image:
    return picture.convert("HSV").getchannel("H")
