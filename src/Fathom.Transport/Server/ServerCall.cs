using System.Buffers;
using System.Security.Cryptography.X509Certificates;
using Fathom.Transport.Calls;
using Fathom.Transport.Compression;
using Fathom.Transport.Logging;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Server;

/// <summary>One call on the server, from its headers to its trailers. Owned by the dispatcher; owns the deadline and the state of the
/// response. Runs its handler once.</summary>
internal sealed class ServerCall : ServerCallContext
{
    /// <summary>The status of a call that its client has cancelled.</summary>
    public static readonly Status CancelledByClient = new(StatusCode.Cancelled, "The client cancelled the call.");
    private static readonly Status Expired = new(StatusCode.DeadlineExceeded, "Deadline Exceeded");

    private readonly HttpExchange _exchange;
    private readonly ServerOptions _options;
    private readonly RequestMessageReader _messages;
    private readonly MessageCompressor _compressor;
    private readonly string? _encoding;
    private readonly bool _sendsStream;
    private ServerCallDeadline? _deadline;
    private Metadata? _requestHeaders;
    private Metadata? _responseTrailers;

    // What is wrong when a message cannot be measured; null outside of that.
    private string? _replyFault;
    private MessageCompression? _responseCompression;
    private CallCompressor? _callCompressor;
    private bool _responseStarted;
    private bool _responseBroken;
    private OperationGuard _writing;

    public ServerCall(HttpExchange exchange, Method method, ServerOptions options, MessageCompressor wire)
    {
        (_exchange, _options, _compressor, Method) = (exchange, options, wire, method.FullPath);
        _sendsStream = method.Kind is MethodKind.ServerStreaming or MethodKind.DuplexStreaming;
        _encoding = exchange.GetRequestHeader(GrpcHeaders.Encoding);
        _messages = new RequestMessageReader(
            exchange, new MessageReader(ReceivingSide.Server, options.MaxReceiveMessageSize, _encoding, wire.Accepted.Names), wire);
    }

    public override string Method { get; }

    public override string Peer => _exchange.Peer;

    public override X509Certificate2? ClientCertificate => _exchange.ClientCertificate;

    public override Metadata RequestHeaders => _requestHeaders ??= ReadRequestHeaders();

    public override Metadata ResponseTrailers => _responseTrailers ??= [];

    public override MessageCompression? ResponseCompression
    {
        get => _responseCompression;
        set
        {
            RequireNotStarted();
            _responseCompression = value;
        }
    }

    public override Deadline? Deadline => _deadline?.Deadline;

    public override CancellationToken CancellationToken => _deadline?.Token ?? _exchange.Aborted;

    private bool IsExpired => _deadline is { IsExpired: true };

    /// <summary>Runs the handler and completes the response. Throws only for defects of the host.</summary>
    public async Task RunAsync(MethodHandler handler)
    {
        Status status;
        try
        {
            status = ServerCallDeadline.Read(_exchange, _options.TimeProvider, out _deadline);
            if (status.IsOk)
            {
                await handler.InvokeAsync(this);
                status = IsExpired ? Expired : Status;
            }
        }
        catch (Exception e)
        {
            status = ToStatus(e);
        }
        finally
        {
            _deadline?.Dispose();
        }

        if (_responseBroken)
        {
            _exchange.Reset((uint)Http2ErrorCode.InternalError);
        }
        else
        {
            var trailersOnly = !_responseStarted;
            StartResponse(hasMessages: false);
            StatusWriter.Write(_exchange, _options, status, _responseTrailers, trailersOnly);
        }
    }

    public override async ValueTask WriteResponseHeadersAsync(Metadata headers)
    {
        ArgumentNullException.ThrowIfNull(headers);
        RequireNotStarted();
        if (!StatusWriter.FitsHeaders(_exchange, headers))
        {
            throw new RpcException(new Status(StatusCode.ResourceExhausted,
                $"The client accepts header lists of {_exchange.MaxHeaderListSize} bytes: send less metadata."));
        }

        _responseCompression ??= CompressionRequestMetadata.Find(headers, _options.Compression);
        StartResponse(hasMessages: true);
        for (var i = 0; i < headers.Count; i++)
        {
            if (headers[i].Key != CompressionRequestMetadata.Key)
            {
                _exchange.AddResponseHeader(headers[i].Key, headers[i].WireValue);
            }
        }

        await _exchange.FlushHeadersAsync(CancellationToken);
    }

    public ValueTask<(bool Found, T? Message)> ReadAsync<T>(Marshaller<T> marshaller) => _messages.ReadAsync(marshaller, _deadline);

    public ValueTask<T> ReadSingleAsync<T>(Marshaller<T> marshaller) => _messages.ReadSingleAsync(marshaller, _deadline);

    /// <summary>Sends one message of a stream.</summary>
    public async ValueTask WriteAsync<T>(Marshaller<T> marshaller, T message, WriteFlags flags)
    {
        _writing.Enter("write");
        try
        {
            CancellationToken.ThrowIfCancellationRequested();
            Buffer(marshaller, message, flags);
            var flushed = await _exchange.Response.FlushAsync(CancellationToken);
            if (flushed.IsCompleted)
            {
                throw new RpcException(CancelledByClient);
            }
        }
        finally
        {
            _writing.Exit();
        }
    }

    /// <summary>Buffers the only message of a response, which is sent together with the trailers. Nothing is written when the handler has
    /// set a status other than OK.</summary>
    public void WriteSingle<T>(Marshaller<T> marshaller, T message)
    {
        if (Status.IsOk && !IsExpired)
        {
            Buffer(marshaller, message, WriteFlags.None);
        }
    }

    private void Buffer<T>(Marshaller<T> marshaller, T message, WriteFlags flags)
    {
        _replyFault = message is null ? "The handler gave null instead of a message."
            : "The handler's message cannot be serialized; a list or a map in it may contain null.";
        var size = MessageSerializer.GetSize(marshaller, message, _options.MaxSendMessageSize);
        _replyFault = null;
        StartResponse(hasMessages: true);
        var decision = _callCompressor is not null && ((flags | WriteFlags) & WriteFlags.NoCompress) == 0 ? _callCompressor.Decide(size)
            : CompressionDecision.Plain;
        // Zero copy only for the single message that is sent after the handler has returned: messages of a stream can change before they
        // are sent.
        var zeroCopy = _sendsStream || size < marshaller.ZeroCopyThreshold ? null : _exchange.ZeroCopyResponse;
        if (decision is not (CompressionDecision.Plain or CompressionDecision.PlainAndSample))
        {
            if (zeroCopy is null)
            {
                BufferCompressed(_callCompressor!, marshaller, message, size, decision);
            }
            else
            {
                BufferCompressedOrBorrowed(_callCompressor!, marshaller, message, decision, zeroCopy);
            }

            return;
        }

        _compressor.Meter.AddSent(size);

        // Written bytes cannot be removed from the pipe: a marshaller that fails half-way leaves a malformed response.
        _responseBroken = true;
        MessagePrefix.Write(_exchange.Response, size);
        if (decision == CompressionDecision.PlainAndSample)
        {
            WriteSampled(_callCompressor!, marshaller, message, size);
        }
        else
        {
            marshaller.Serialize(message, zeroCopy ?? (IBufferWriter<byte>)_exchange.Response);
        }

        _responseBroken = false;
    }

    private void WriteSampled<T>(CallCompressor compression, Marshaller<T> marshaller, T message, int size)
    {
        try
        {
            marshaller.Serialize(message, compression.CaptureSample(size, _exchange.Response));
            compression.MeasureCapturedSample();
        }
        finally
        {
            compression.PlainBuffer.Release();
        }
    }

    private void BufferCompressed<T>(CallCompressor compression, Marshaller<T> marshaller, T message, int size,
        CompressionDecision decision)
    {
        var plain = compression.PlainBuffer;
        plain.Reset(size);
        try
        {
            marshaller.Serialize(message, plain);
            if (!TryWriteCompressed(compression, decision, new ReadOnlySequence<byte>(plain.WrittenMemory)))
            {
                _exchange.WriteOwned(plain.Detach(), size);
            }
        }
        finally
        {
            plain.Release();
        }
    }

    private void BufferCompressedOrBorrowed<T>(CallCompressor compression, Marshaller<T> marshaller, T message,
        CompressionDecision decision, IZeroCopyBufferWriter zeroCopy)
    {
        var plain = new BorrowedMessage();
        try
        {
            marshaller.Serialize(message, plain);
            if (!TryWriteCompressed(compression, decision, plain.Sequence))
            {
                plain.WriteTo(zeroCopy);
            }
        }
        finally
        {
            plain.Return();
        }
    }

    // Writes the prefix of an uncompressed message when it returns false.
    private bool TryWriteCompressed(CallCompressor compression, CompressionDecision decision, in ReadOnlySequence<byte> plain)
    {
        if (compression.TryCompress(decision, plain, out var packed, out var length))
        {
            _exchange.WriteOwned(packed, length);
            return true;
        }

        _compressor.Meter.AddSent((int)plain.Length);
        MessagePrefix.Write(_exchange.Response, (int)plain.Length);
        return false;
    }

    private void RequireNotStarted()
    {
        if (_responseStarted)
        {
            throw new InvalidOperationException("The response has started: set headers and compression once, before the first message.");
        }
    }

    private void StartResponse(bool hasMessages)
    {
        if (_responseStarted)
        {
            return;
        }

        _responseStarted = true;
        StatusWriter.StartHeaders(_exchange);
        if (_encoding is not (null or MessageEncodings.Identity))
        {
            // gRPC doc/compression.md: the response to a compressed request lists the accepted encodings.
            _exchange.AddResponseHeader(GrpcHeaders.AcceptEncoding, _compressor.Accepted.Header);
        }

        if (hasMessages && (_responseCompression ?? _options.Compression) is { Codec: not null } how
            && AcceptedCodecs.IsListed(_exchange.GetRequestHeader(GrpcHeaders.AcceptEncoding), how.Encoding))
        {
            _callCompressor = _compressor.CreateCallCompressor(how, Method, _sendsStream, () => _exchange.LinkRate);
            _exchange.AddResponseHeader(GrpcHeaders.Encoding, how.Encoding);
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
            // The trailers of the exception can be those of the context.
            for (var i = 0; i < rpc.Trailers.Count && rpc.Trailers != _responseTrailers; i++)
            {
                ResponseTrailers.Add(rpc.Trailers[i]);
            }

            return rpc.Status;
        }

        if (_exchange.Aborted.IsCancellationRequested)
        {
            return CancelledByClient;
        }

        if (_options.Logger is { } logger)
        {
            ServerLog.HandlerFailed(logger, Method, e);
        }

        var fault = _replyFault ?? "Exception was thrown by handler.";
        return new Status(StatusCode.Unknown, _options.EnableDetailedErrors ? $"{fault} {e.GetType().Name}: {e.Message}" : fault);
    }
}
