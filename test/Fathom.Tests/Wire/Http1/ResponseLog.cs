using System.Text;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http1;

namespace Fathom.Tests.Wire.Http1;

/// <summary>What a reader of responses says, as text.</summary>
internal sealed class ResponseLog : IHttp1Events
{
    private readonly StringBuilder _body = new();

    private ResponseLog() => Reader = new Http1ResponseReader(this);

    public Http1ResponseReader Reader { get; }

    public List<string> Lines { get; } = [];

    /// <summary>Reads one response, in pieces of a size.</summary>
    public static ResponseLog Read(string text, int piece = int.MaxValue, bool ends = false)
    {
        var log = new ResponseLog();
        log.Reader.Expect();
        foreach (var part in Encoding.Latin1.GetBytes(text).Chunk(Math.Min(piece, text.Length)))
        {
            log.Reader.Read(part);
        }

        if (ends)
        {
            log.Reader.EndInput();
        }

        return log;
    }

    void IHttp1Events.OnHead(HeaderList fields) => Lines.Add(string.Join("; ", Enumerable.Range(0, fields.Count)
        .Select(i => $"{Encoding.Latin1.GetString(fields.Name(i))}={Encoding.Latin1.GetString(fields.Value(i))}")));

    void IHttp1Events.OnBody(ReadOnlySpan<byte> data) => _body.Append(Encoding.Latin1.GetString(data));

    void IHttp1Events.OnEnd(bool keepsConnection)
    {
        Lines.Add(_body.ToString());
        Lines.Add(keepsConnection ? "kept" : "closed");
        _body.Clear();
    }
}
