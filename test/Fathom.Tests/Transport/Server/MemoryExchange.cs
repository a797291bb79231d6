using System.Buffers;
using System.IO.Pipelines;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;

namespace Fathom.Tests.Transport.Server;

/// <summary>An exchange whose two bodies are pipes in memory; the test is the client.</summary>
internal sealed class MemoryExchange : HttpExchange
{
    // What a test sends need not fit into a buffer.
    private readonly Pipe _request = new(new PipeOptions(pauseWriterThreshold: 0));
    private readonly Pipe _response = new();
    private readonly CancellationTokenSource _aborted = CancellationTokenSource.CreateLinkedTokenSource(CancellationToken.None);

    public MemoryExchange(string path, params (string Name, string Value)[] headers)
    {
        Path = path;
        Headers.AddRange(headers);
    }

    public List<(string Name, string Value)> Headers { get; } = [("content-type", "application/grpc"), ("te", "trailers")];

    public List<(string Name, string Value)> ResponseHeaders { get; } = [];

    public List<(string Name, string Value)> Trailers { get; } = [];

    public int StatusCode { get; private set; }

    public uint? ResetWith { get; private set; }

    public long AcceptedHeaderListSize { get; init; } = uint.MaxValue;

    public override string HttpMethod => Method;

    internal override long MaxHeaderListSize => AcceptedHeaderListSize;

    public string Method { get; init; } = "POST";

    public override string Path { get; }

    public override IEnumerable<KeyValuePair<string, string>> RequestHeaders =>
        Headers.Select(header => KeyValuePair.Create(header.Name, header.Value));

    public override PipeReader Request => _request.Reader;

    public override PipeWriter Response => _response.Writer;

    public override CancellationToken Aborted => _aborted.Token;

    public override string Peer => "ipv4:127.0.0.1:1";

    public static MemoryExchange For(Fathom.Transport.Calls.Method method, params (string Name, string Value)[] headers) =>
        new(method.FullPath, headers);

    public override string? GetRequestHeader(string name) =>
        Headers.LastOrDefault(header => header.Name == name).Value;

    public override void SetStatusCode(int statusCode) => StatusCode = statusCode;

    public override void AddResponseHeader(string name, string value) => ResponseHeaders.Add((name, value));

    public override void AddTrailer(string name, string value) => Trailers.Add((name, value));

    public override async ValueTask FlushHeadersAsync(CancellationToken token) => await _response.Writer.FlushAsync(token);

    public override void Reset(uint errorCode) => ResetWith = errorCode;

    /// <summary>The client sends one message.</summary>
    public MemoryExchange Send(params byte[] message)
    {
        MessagePrefix.Write(_request.Writer, message.Length);
        return SendRaw(message);
    }

    /// <summary>The client sends bytes as they are.</summary>
    public MemoryExchange SendRaw(params byte[] bytes)
    {
        _request.Writer.Write(bytes);
        _request.Writer.FlushAsync().AsTask().IsCompletedSuccessfully.ShouldBeTrue();
        return this;
    }

    /// <summary>The client has sent all.</summary>
    public MemoryExchange EndRequest()
    {
        _request.Writer.Complete();
        return this;
    }

    /// <summary>The client resets the stream.</summary>
    public void Abort()
    {
        _aborted.Cancel();
        _request.Writer.Complete(new IOException("The client reset the request stream."));
    }

    /// <summary>The messages of the response as they travel; the call must be over.</summary>
    public List<byte[]> Messages() => [.. Framed().Select(m => m.Bytes)];

    /// <summary>The compressed flags of the messages of the response; the call must be over.</summary>
    public List<int> Flags() => [.. Framed().Select(m => m.IsCompressed ? 1 : 0)];

    private List<(byte[] Bytes, bool IsCompressed)> Framed()
    {
        _response.Writer.Complete();
        return PipedMessages.Read(_response.Reader, ResponseHeaders.Find(h => h.Name == "grpc-encoding").Value);
    }

    /// <summary>The status, wherever it stands; it must stand in one place only.</summary>
    public Status Status()
    {
        var all = ResponseHeaders.Concat(Trailers).ToList();
        StatusCodes.TryParseWire(all.Single(header => header.Name == "grpc-status").Value, out var code).ShouldBeTrue();
        return new Status(code, all.SingleOrDefault(header => header.Name == "grpc-message").Value is { } message
            ? StatusMessageEncoding.Decode(message) : null);
    }

    /// <summary>Whether the status stands among the headers and nothing follows them.</summary>
    public bool IsTrailersOnly() => ResponseHeaders.Exists(header => header.Name == "grpc-status") && Trailers.Count == 0
        && Messages().Count == 0;
}
