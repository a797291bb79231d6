using System.Text;
using Fathom.Wire.Hpack;

namespace Fathom.Tests.Wire.Hpack;

/// <summary>Keeps the fields a decoder passes on, as text in Latin-1 so that any byte survives.</summary>
internal sealed class FieldRecorder : IHeaderSink
{
    public List<(string Name, string Value)> Fields { get; } = [];

    public List<(KnownHeader Known, long EntryId, bool NeverIndexed, FieldSyntax Syntax)> Details { get; } = [];

    public void OnHeader(in HeaderField field)
    {
        Fields.Add((Encoding.Latin1.GetString(field.Name), Encoding.Latin1.GetString(field.Value)));
        Details.Add((field.KnownHeader, field.EntryId, field.NeverIndexed, field.Syntax));
    }

    public static byte[] Hex(string hex) => Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal));

    public static byte[] Bytes(string text) => Encoding.Latin1.GetBytes(text);
}
