using System.Text;
using Fathom.Wire.Hpack;

namespace Fathom.Wire.Http2;

/// <summary>
/// The <c>:authority</c> of the last request, to compare it with a <c>host</c> field (RFC 9113 section 8.3.1). Owned by one connection,
/// which keeps at most <see cref="MaxLength"/> bytes for it.
/// </summary>
internal sealed class RequestAuthority
{
    /// <summary>The longest authority that is compared, in bytes: a DNS name of 253, and a port. A longer one equals nothing.</summary>
    public const int MaxLength = 260;

    private byte[] _value = [];
    private int _length;
    private long _entryId;

    /// <summary>Replaces the authority.</summary>
    public void Set(in HeaderField field)
    {
        // Most requests of a connection name the same table entry.
        if (field.EntryId != 0 && field.EntryId == _entryId)
        {
            return;
        }

        (_entryId, _length) = (field.EntryId, field.Value.Length);
        if (_length > MaxLength)
        {
            return;
        }

        if (_value.Length < _length)
        {
            _value = new byte[_length];
        }

        field.Value.CopyTo(_value);
    }

    /// <summary>Whether a host field names this authority: without regard to case, and with or without the scheme's default port (RFC 3986
    /// section 6.2.3).</summary>
    /// <param name="host">The field's value.</param>
    /// <param name="defaultPort">The port with its colon.</param>
    public bool IsNamedBy(ReadOnlySpan<byte> host, ReadOnlySpan<byte> defaultPort) => _length <= MaxLength
        && Ascii.EqualsIgnoreCase(WithoutPort(host, defaultPort), WithoutPort(_value.AsSpan(0, _length), defaultPort));

    private static ReadOnlySpan<byte> WithoutPort(ReadOnlySpan<byte> value, ReadOnlySpan<byte> port) =>
        value.EndsWith(port) ? value[..^port.Length] : value.EndsWith(":"u8) ? value[..^1] : value;
}
