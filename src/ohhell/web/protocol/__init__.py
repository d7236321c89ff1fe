"""What goes over the wire between a client and the server; docs/protocol.md is made from it.

The same messages are the public interface for other programs.
"""

from typing import Final

PROTOCOL: Final = 1
"""Changes when a client written for the version before would no longer understand."""
