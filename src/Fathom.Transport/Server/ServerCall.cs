using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Server;

/// <summary>
/// One call on the server, from its headers to its trailers. Owned by the dispatcher; owns the deadline and whatever has been
/// said of the response. Its handler is run once.
/// </summary>
internal sealed class ServerCall : ServerCallContext
{
    private static readonly Status ClientGone = new(StatusCode.Cancelled, "The client cancelled the call.");
    private static readonly Status Expired = new(StatusCode.DeadlineExceeded, "Deadline Exceeded");

    private readonly HttpExchange _exchange;
    private readonly ServerOptions _options;
    private readonly RequestMessages _messages;
    private readonly string? _encoding;
    private CallExpiry? _expiry;
    private Metadata? _requestHeaders;
    private Metadata? _responseTrailers;
    private bool _responseStarted;
    private bool _responseBroken;
    private SingleUse _writing;

    public ServerCall(HttpExchange exchange, Method method, ServerOptions options)
    {
        (_exchange, _options, Method) = (exchange, options, method.FullPath);
        _encoding = exchange.GetRequestHeader(GrpcHeaders.Encoding);
        _messages = new RequestMessages(
            exchange, new MessageReader(ReceivingSide.Server, options.MaxReceiveMessageSize, _encoding, Encodings));
    }

    public override string Method { get; }

    public override string Peer => _exchange.Peer;

    public override Metadata RequestHeaders => _requestHeaders ??= ReadRequestHeaders();

    public override Metadata ResponseTrailers => _responseTrailers ??= [];

    public override Deadline? Deadline => _expiry?.Deadline;

    public override CancellationToken CancellationToken => _expiry?.Token ?? _exchange.Aborted;

    private static MessageEncodings Encodings => MessageEncodings.IdentityOnly;

    // Reading fails by itself when the client is gone; hosts may make the token for that only when it is asked for.
    private CancellationToken Expiry => _expiry?.Token ?? CancellationToken.None;

    private bool IsExpired => _expiry is { IsExpired: true };

    /// <summary>Runs the handler and ends the response, whatever happens: never throws but for bugs of the host.</summary>
    public async Task RunAsync(MethodHandler handler)
    {
        Status status;
        try
        {
            _expiry = CallExpiry.Of(_exchange, _options.TimeProvider);
            await handler.InvokeAsync(this);
            status = IsExpired ? Expired : Status;
        }
        catch (Exception e)
        {
            status = ToStatus(e);
        }
        finally
        {
            _expiry?.Dispose();
        }

        if (_responseBroken)
        {
            _exchange.Reset(Http2ErrorCodes.InternalError);
        }
        else
        {
            var trailersOnly = !_responseStarted;
            StartResponse();
            ResponseEnding.Write(_exchange, status, _responseTrailers, trailersOnly);
        }
    }

    public override async ValueTask WriteResponseHeadersAsync(Metadata headers)
    {
        ArgumentNullException.ThrowIfNull(headers);
        if (_responseStarted)
        {
            throw new InvalidOperationException("The response has started: its headers are sent once, before the first message.");
        }

        StartResponse();
        for (var i = 0; i < headers.Count; i++)
        {
            _exchange.AddResponseHeader(headers[i].Key, headers[i].WireValue);
        }

        await _exchange.FlushHeadersAsync(CancellationToken);
    }

    public ValueTask<(bool Found, T? Message)> ReadAsync<T>(Marshaller<T> marshaller) => _messages.ReadAsync(marshaller, Expiry);

    public ValueTask<T> ReadSingleAsync<T>(Marshaller<T> marshaller) => _messages.ReadSingleAsync(marshaller, Expiry);

    /// <summary>Sends one message of several.</summary>
    public async ValueTask WriteAsync<T>(Marshaller<T> marshaller, T message)
    {
        _writing.Enter("write");
        try
        {
            CancellationToken.ThrowIfCancellationRequested();
            Buffer(marshaller, message);
            var flushed = await _exchange.Response.FlushAsync(CancellationToken);
            if (flushed.IsCompleted)
            {
                throw new RpcException(ClientGone);
            }
        }
        finally
        {
            _writing.Leave();
        }
    }

    /// <summary>Leaves the only message of a response to be sent together with the trailers; none where the handler chose another status than OK.</summary>
    public void WriteSingle<T>(Marshaller<T> marshaller, T message)
    {
        if (Status.IsOk && !IsExpired)
        {
            Buffer(marshaller, message);
        }
    }

    private void Buffer<T>(Marshaller<T> marshaller, T message)
    {
        var size = MessageCodec.Measure(marshaller, message, _options.MaxSendMessageSize);
        StartResponse();

        // What is in the pipe cannot be taken back: a marshaller that fails half-way leaves a response no one can read.
        _responseBroken = true;
        MessagePrefix.Write(_exchange.Response, size);
        marshaller.Write(message, _exchange.Response);
        _responseBroken = false;
    }

    private void StartResponse()
    {
        if (_responseStarted)
        {
            return;
        }

        _responseStarted = true;
        ResponseEnding.StartHeaders(_exchange);
        if (_encoding is not null && !Encodings.Contains(_encoding))
        {
            // gRPC doc/compression.md: a client that sent what cannot be read is told what can.
            _exchange.AddResponseHeader(GrpcHeaders.AcceptEncoding, Encodings.ToString());
        }
    }

    private Metadata ReadRequestHeaders()
    {
        Metadata headers = [];
        foreach (var (name, value) in _exchange.RequestHeaders)
        {
            if (!headers.TryAddReceived(name, value))
            {
                throw new RpcException(new Status(StatusCode.Internal, $"Request metadata '{name}' is not base64: {value}"));
            }
        }

        return headers;
    }

    private Status ToStatus(Exception e)
    {
        if (IsExpired)
        {
            return Expired;
        }

        if (e is RpcException rpc)
        {
            // A handler may give the exception the trailers it has set already.
            for (var i = 0; i < rpc.Trailers.Count && rpc.Trailers != _responseTrailers; i++)
            {
                ResponseTrailers.Add(rpc.Trailers[i]);
            }

            return rpc.Status;
        }

        if (_exchange.Aborted.IsCancellationRequested)
        {
            return ClientGone;
        }

        _options.HandlerFailed?.Invoke(Method, e);
        return new Status(
            StatusCode.Unknown,
            _options.DetailedErrors ? $"Exception was thrown by handler. {e.GetType().Name}: {e.Message}" : "Exception was thrown by handler.");
    }
}
