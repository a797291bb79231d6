using Fathom.Transport.Connections;
using Fathom.Wire.Hpack;

namespace Fathom.Transport.Server.Native;

/// <summary>A received header field as strings, shared by the calls that received it from one entry of the HPACK table. Owned by a
/// <see cref="RequestFieldCache"/>, which counts its memory once.</summary>
internal sealed class RequestField(in HeaderField field)
{
    // This object and two strings, beside their characters.
    private const int Overhead = 96;

    public KeyValuePair<string, string> Text { get; } = HeaderStringCache.Decode(field);

    /// <summary>The entry of the HPACK table; 0 when the field is in none.</summary>
    public long EntryId { get; } = field.EntryId;

    /// <summary>Calls that hold the field, and one more while the cache does.</summary>
    public int Holders { get; set; }

    /// <summary>Approximate memory, in bytes.</summary>
    public int Bytes => Overhead + sizeof(char) * (Text.Key.Length + Text.Value.Length);
}
