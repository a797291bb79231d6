using Fathom.Transport.Calls;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Client;

/// <summary>A call over HttpClient. Owns its request, its response and its lifetime. The first reported end decides the result: deadline,
/// token or disposal on this side, the status of the server, or a failure of the transport.</summary>
internal sealed class HttpCall<TRequest, TResponse> : Call<TRequest, TResponse>
{
    private readonly HttpClientChannel _channel;
    private readonly Method<TRequest, TResponse> _method;
    private readonly CallOptions _options;
    private readonly CallLifetime _lifetime;
    private readonly CallCompressor? _compression;

    // Neither linked nor timed, so it needs no disposal.
    private readonly CancellationTokenSource _abort = new();
    private readonly StreamingRequestContent? _requests;
    private Task? _sending;
    private HttpResponseMessage? _response;
    private ResponseReader? _reader;
    private TResponse? _current;
    private CallResult? _end;
    private bool _completed;
    private OperationGuard _writing;
    private OperationGuard _reading;

    public HttpCall(HttpClientChannel channel, Method<TRequest, TResponse> method, in CallOptions options)
        : base(method)
    {
        (_channel, _method, _options) = (channel, method, options);
        _compression = channel.CreateCallCompressor(method, options);
        _requests = method.HasSingleRequest ? null : new StreamingRequestContent();
        _lifetime = new CallLifetime(options, status => EndLocally(status));
    }

    public override TResponse Current => _current!;

    public override Status Status => Result.Status;

    public override Metadata Trailers => Result.Trailers;

    private CallResult Result => _end ?? throw new InvalidOperationException("The call has not ended yet: read all messages first.");

    private Task Sending => _sending ?? (_end is null
        ? throw new InvalidOperationException($"{_method} has a single request: write it before reading.")
        : Task.CompletedTask);

    /// <summary>Starts to observe the deadline; sends the request of a streaming call.</summary>
    public HttpCall<TRequest, TResponse> Start()
    {
        _lifetime.Start(_channel.Options.TimeProvider);
        if (_end is null && _requests is not null)
        {
            _sending = SendAsync(_requests);
        }

        return this;
    }

    public override string? ResponseEncoding =>
        _response is { } response ? HttpResponseFields.Value(response.Headers, GrpcHeaders.Encoding) : null;

    public override async Task<Metadata> ResponseHeadersAsync()
    {
        await Sending.ConfigureAwait(false);
        var headers = new Metadata();
        if (_reader is null)
        {
            return _end is { Status.IsOk: false } ? throw Failure(_end) : headers;
        }

        var read = HttpResponseFields.ReadMetadata(_response!.Headers, headers);
        if (!read.IsOk)
        {
            EndLocally(read);
            throw new RpcException(read);
        }

        return headers;
    }

    public override ValueTask WriteAsync(TRequest message, WriteFlags flags)
    {
        _writing.Enter("write");
        try
        {
            if (_requests is null ? _sending is not null : _completed)
            {
                throw new InvalidOperationException(
                    $"The requests of this call to {_method} are complete: no message can be written any more.");
            }

            if (_end is not null)
            {
                throw Failure(_end);
            }

            var framed = Frame(message, flags | _options.WriteFlags);
            if (_requests is not null)
            {
                return WriteAsync(_requests, framed);
            }

            _sending = SendAsync(new SingleRequestContent(framed));
        }
        catch
        {
            _writing.Exit();
            throw;
        }

        _writing.Exit();
        return ValueTask.CompletedTask;
    }

    public override ValueTask CompleteAsync()
    {
        _completed = true;
        _requests?.Complete();
        return ValueTask.CompletedTask;
    }

    protected override async ValueTask<bool> ReadAsync()
    {
        _reading.Enter("read");
        try
        {
            await Sending.ConfigureAwait(false);
            return (_end is null && await ReadAsync(_reader!).ConfigureAwait(false)) || Finish();
        }
        finally
        {
            _reading.Exit();
        }
    }

    /// <summary>A unary call. Takes the same steps as separate writes and reads in two asynchronous methods instead of five, each of which
    /// would cost an allocation and a continuation per call.</summary>
    public async Task<TResponse> UnaryAsync(TRequest request)
    {
        using (this)
        {
            await WriteAsync(request, WriteFlags.None).ConfigureAwait(false);
            await Sending.ConfigureAwait(false);
            if (_end is not null || !await ReadAsync(_reader!).ConfigureAwait(false))
            {
                Finish();
                throw ResponseCardinality.None(Trailers);
            }

            var response = _current!;
            return (_end is null && await ReadAsync(_reader!).ConfigureAwait(false)) || Finish() ? throw ResponseCardinality.Several()
                : response;
        }
    }

    protected override void Dispose(bool disposing)
    {
        if (_end is null)
        {
            EndLocally(new Status(StatusCode.Cancelled, "Call disposed by the client before it ended."));
        }
    }

    protected override void End(Status status) => EndLocally(status);

    /// <summary>Returns false for a call that ended with OK; throws otherwise.</summary>
    private bool Finish()
    {
        _reader?.Release();
        return _end!.Status.IsOk ? false : throw Failure(_end);
    }

    private static RpcException Failure(CallResult end) => new(end.Status, end.Trailers, end.Cause);

    private FramedMessage Frame(TRequest message, WriteFlags flags)
    {
        try
        {
            return FramedMessage.Create(
                _method.RequestMarshaller,
                message,
                _channel.Options.MaxSendMessageSize,
                _channel.Compressor,
                (flags & WriteFlags.NoCompress) == 0 ? _compression : null);
        }
        catch (RpcException e)
        {
            throw Failure(EndLocally(e.Status, e));
        }
    }

    private async ValueTask WriteAsync(StreamingRequestContent requests, FramedMessage framed)
    {
        try
        {
            var stream = await requests.Opened.ConfigureAwait(false);
            await stream.WriteAsync(framed.Bytes, _abort.Token).ConfigureAwait(false);
            await stream.FlushAsync(_abort.Token).ConfigureAwait(false);
            framed.Return();
        }
        catch (Exception e) when (HttpFailure.IsTransport(e))
        {
            // The server can end the call before it has read all requests: the response then has the status.
            throw _end is { } end ? Failure(end) : new RpcException(_channel.ToStatus(e), inner: e);
        }
        finally
        {
            _writing.Exit();
        }
    }

    private async Task SendAsync(HttpContent content)
    {
        try
        {
            _response = await _channel.SendAsync(_method, content, _options, _compression?.Encoding, _abort.Token).ConfigureAwait(false);
            _channel.OnResponse();
            Interlocked.MemoryBarrier();
            if (_end is not null)
            {
                // This side ended the call in the meantime and may not have seen the response.
                _response.Dispose();
            }
            else if (HttpResponseFields.HasStatus(_response.Headers))
            {
                EndByServer(_response.Headers);
            }
            else if (HttpResponseFields.Check(_response) is { IsOk: false } bad)
            {
                EndLocally(bad);
            }
            else
            {
                var encoding = HttpResponseFields.Value(_response.Headers, GrpcHeaders.Encoding);
                var framing = new MessageReader(
                    ReceivingSide.Client, _channel.Options.MaxReceiveMessageSize, encoding, _channel.Compressor.Accepted.Names);
                _reader = new ResponseReader(await _response.Content.ReadAsStreamAsync(_abort.Token).ConfigureAwait(false), framing);
            }
        }
        catch (Exception e) when (HttpFailure.IsTransport(e))
        {
            EndByFailure(e);
        }
    }

    private async ValueTask<bool> ReadAsync(ResponseReader reader)
    {
        try
        {
            var outcome = await reader.ReadAsync(_abort.Token).ConfigureAwait(false);
            switch (outcome.State)
            {
                case MessageState.Message:
                    _current = MessageSerializer.Deserialize(_method.ResponseMarshaller, outcome, reader.Framing, _channel.Compressor);
                    reader.Consume(outcome);
                    return true;
                case MessageState.Failed:
                    EndLocally(outcome.Failure);
                    return false;
                default:
                    EndByServer(_response!.TrailingHeaders);
                    return false;
            }
        }
        catch (RpcException e)
        {
            EndLocally(e.Status, e);
        }
        catch (Exception e) when (HttpFailure.IsTransport(e))
        {
            EndByFailure(e);
        }

        return false;
    }

    private void EndByServer(System.Net.Http.Headers.HttpHeaders headers)
    {
        var trailers = new Metadata();
        var read = HttpResponseFields.ReadMetadata(headers, trailers);
        End(new CallResult(read.IsOk ? HttpResponseFields.ReadStatus(headers) : read, trailers));
        _response?.Dispose();
    }

    private void EndByFailure(Exception e) =>
        EndLocally(_lifetime.IsExpired ? CallLifetime.DeadlineExceeded : _channel.ToStatus(e), e);

    /// <summary>Ends the call and resets the stream, unless the server has ended it.</summary>
    private CallResult EndLocally(Status status, Exception? cause = null)
    {
        var end = End(new CallResult(status, [], cause));
        _abort.Cancel();
        _response?.Dispose();
        return end;
    }

    private CallResult End(CallResult end)
    {
        if (Interlocked.CompareExchange(ref _end, end, null) is { } earlier)
        {
            return earlier;
        }

        _lifetime.Dispose();
        _requests?.Abort();
        return end;
    }
}
