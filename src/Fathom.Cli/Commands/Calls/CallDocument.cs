using System.Text.Json;
using Fathom.Cli.Rendering.Answers;
using Fathom.Schema.Faults;
using Fathom.Wire.Grpc;

namespace Fathom.Cli.Commands.Calls;

/// <summary>A call as one JSON document, which standard output gets when the call has ended (<c>--output json</c>). Standard error gets
/// what it gets without.</summary>
internal sealed class CallDocument(FathomConsole console, bool verbose, string method) : CallView(console, verbose)
{
    private readonly FathomConsole _console = console;
    private readonly List<JsonElement?> _replies = [];
    private readonly List<JsonElement> _details = [];
    private readonly List<UnreadableBytes> _unreadable = [];
    private Metadata _headers = [];
    private Metadata _trailers = [];
    private Status? _status;
    private string? _encoding;

    public override void Headers(Metadata headers)
    {
        _headers = headers;
        base.Headers(headers);
    }

    public override void Encoding(string? name)
    {
        _encoding = name;
        base.Encoding(name);
    }

    public override void Reply(string json) => _replies.Add(JsonElement.Parse(json));

    public override void Encoded(ReadOnlySpan<byte> reply, string format) =>
        _replies.Add(JsonElement.Parse($"\"{EncodedData.Write(reply, format)}\""));

    public override void Detail(string json)
    {
        _details.Add(JsonElement.Parse(json));
        base.Detail(json);
    }

    public override void Unreadable(string what, string fault, ReadOnlySpan<byte> bytes)
    {
        _unreadable.Add(new(what, fault, Convert.ToBase64String(bytes)));
        if (_status is null)
        {
            // A place among the replies.
            _replies.Add(null);
        }

        base.Unreadable(what, fault, bytes);
    }

    public override void End(Status status, Metadata trailers)
    {
        (_status, _trailers) = (status, trailers);
        base.End(status, trailers);
    }

    public override void Finish() => _console.Out.WriteLine(ReadableJson.Of(JsonSerializer.Serialize(new CallAnswer
    {
        Method = method,
        Status = _status is { } status
            ? new((int)status.StatusCode, status.StatusCode.CanonicalName(), CallFailures.Detail(status), _details) : null,
        Headers = CallAnswer.Of(_headers),
        Encoding = _encoding,
        Replies = _replies,
        Trailers = CallAnswer.Of(_trailers),
        Unreadable = _unreadable.Count > 0 ? _unreadable : null,
    }, AnswerJson.Indented.CallAnswer)));
}
