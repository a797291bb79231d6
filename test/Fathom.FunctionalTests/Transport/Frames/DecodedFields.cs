using System.Text;
using Fathom.Wire.Hpack;

namespace Fathom.FunctionalTests.Transport.Frames;

/// <summary>The fields of the field blocks of one connection, which must be decoded in order.</summary>
internal sealed class DecodedFields : IHeaderSink
{
    private readonly HpackDecoder _decoder = new(4096, int.MaxValue);
    private readonly List<(string Name, string Value)> _fields = [];

    /// <summary>The size of the last list, as SETTINGS_MAX_HEADER_LIST_SIZE counts it.</summary>
    public int ListSize => _fields.Sum(f => f.Name.Length + f.Value.Length + 32);

    public List<(string Name, string Value)> Decode(byte[] block)
    {
        _fields.Clear();
        _decoder.Decode(block, this).ShouldBe(HpackFault.None);
        return [.. _fields];
    }

    void IHeaderSink.OnHeader(in HeaderField field) =>
        _fields.Add((Encoding.Latin1.GetString(field.Name), Encoding.Latin1.GetString(field.Value)));
}
