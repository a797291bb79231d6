using System.IO.Pipelines;
using System.Security.Cryptography.X509Certificates;
using Fathom.Transport.Calls;
using Fathom.Transport.Compression;
using Fathom.Transport.Connections.Loops;
using Fathom.Transport.Connections.Strands;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Server.Native;

/// <summary>One request and its response on a <see cref="ServerConnection"/>, which owns it. The handler's thread writes the response;
/// sending and receiving happen inside the connection's strand.</summary>
internal sealed class NativeExchange : HttpExchange, IThreadPoolWorkItem, IStrandWork, IDeferredCallback
{
    // Approximate memory of a call without its header fields.
    private const int BaseBytes = 1024;

    private readonly ServerConnection _connection;
    private readonly Http2Stream _stream;
    private readonly RequestFields _requestFields;
    private readonly ResponseBody _response;
    private string _method = "";
    private string _path = "";
    private ResponseHeaders _fields;
    private CancellationTokenSource? _aborted;
    private int _baseBytes;
    private long _responseBytes;
    private bool _headersArrived;
    private bool _headersSent;
    private bool _completed;
    private bool _closed;

    public NativeExchange(ServerConnection connection, Http2Stream stream)
    {
        (_connection, _stream, _requestFields) = (connection, stream, new RequestFields(connection.Fields));
        Turn = new HandlerTurn(connection.InlineContinuations ? connection.Loop : null);
        (Body, _response) = (new RequestBody(this, connection, stream), new ResponseBody(this, connection));
    }

    /// <summary>Whether the client has disconnected or reset the stream.</summary>
    public bool IsAborted { get; private set; }

    /// <summary>Inside: whether nothing more of the request is expected.</summary>
    public bool IsRequestComplete => _closed || _completed || Body.IsComplete;

    /// <summary>The request as it arrives.</summary>
    public RequestBody Body { get; }

    /// <summary>Whether the method has a single request.</summary>
    public bool HasSingleRequest => _connection.Dispatcher.HasSingleRequest(_path);

    /// <summary>Inside: whether a part of the response waits for a window or for the output.</summary>
    public bool IsResponseWaiting { get; private set; }

    /// <summary>Inside: whether the connection's timeouts watch the response. Set by them.</summary>
    public bool IsWatched { get; set; }

    /// <summary>Whether the method has a single response.</summary>
    public bool HasSingleResponse => _connection.Dispatcher.HasSingleResponse(_path);

    /// <summary>Size in bytes from which the request's message gets memory of its own.</summary>
    public int DedicatedRequestThreshold => _connection.Dispatcher.DedicatedRequestThreshold(_path);

    public override string HttpMethod => _method;

    public override string Path => _path;

    public override IEnumerable<KeyValuePair<string, string>> RequestHeaders => _requestFields.Headers;

    public override PipeReader Request => Body;

    public override PipeWriter Response => _response;

    public override string Peer => _connection.Peer;

    public override X509Certificate2? ClientCertificate => _connection.ClientCertificate;

    public override LinkRate? LinkRate => _connection.LinkRate;

    internal override long MaxHeaderListSize => _connection.MaxPeerHeaderListSize;

    internal override IZeroCopyBufferWriter ZeroCopyResponse => _response.Buffer;

    internal override bool IsRequestDedicated => Body.IsDedicated;

    internal override HandlerTurn Turn { get; }

    public override CancellationToken Aborted
    {
        get
        {
            using (_connection.Strand.Enter())
            {
                return IsAborted && _aborted is null ? new CancellationToken(canceled: true)
                    : (_aborted ??= new CancellationTokenSource()).Token;
            }
        }
    }

    /// <summary>Runs the request on the calling thread. A request that was reset meanwhile has no handler: its read would throw, and a
    /// client may reset 1,000 requests at once.</summary>
    public void Execute()
    {
        var dispatch = IsAborted ? Task.CompletedTask : _connection.Dispatcher.DispatchAsync(this);
        if (dispatch.IsCompletedSuccessfully)
        {
            _connection.Strand.Post(this);
        }
        else
        {
            _ = CompleteAsync(dispatch);
        }
    }

    public override string? GetRequestHeader(string name) => _requestFields.Find(name);

    public override void SetStatusCode(int statusCode) => _fields.StatusCode = statusCode;

    public override void AddResponseHeader(string name, string value) => _fields.AddHeader(name, value);

    public override void AddTrailer(string name, string value) => _fields.AddTrailer(name, value);

    public override async ValueTask FlushHeadersAsync(CancellationToken token) => await _response.FlushAsync(token);

    public override void Reset(uint errorCode)
    {
        using (_connection.Strand.Enter())
        {
            ResetInside((Http2ErrorCode)errorCode);
        }
    }

    /// <summary>Inside: resets the stream.</summary>
    public void ResetInside(Http2ErrorCode code)
    {
        if (!_closed)
        {
            _connection.Engine.Reset(_stream, code);
        }
    }

    internal override void OnMessageRead(long bytes) => Body.HoldMessage(bytes);

    internal override void WriteOwned(byte[] array, int length) => _response.Buffer.AppendOwned(array, length);

    /// <summary>Outside: cancels <see cref="Aborted"/>. What handlers registered runs where handlers run.</summary>
    void IDeferredCallback.Invoke()
    {
        if (_connection.InlineContinuations)
        {
            _aborted!.Cancel();
        }
        else
        {
            ThreadPool.UnsafeQueueUserWorkItem(static exchange => exchange.Abort(), this, preferLocal: false);
        }
    }

    /// <summary>Called inside, as all members below.</summary>
    public void OnHeader(in HeaderField field)
    {
        switch (field.KnownHeader)
        {
            case KnownHeader.Method:
                _method = _requestFields.Add(field);
                break;
            case KnownHeader.Path:
                _path = _requestFields.Add(field);
                break;
            case KnownHeader.Scheme or KnownHeader.Authority:
                break;
            default:
                // gRPC requests have no trailers.
                if (!_headersArrived)
                {
                    _requestFields.Add(field);
                }

                break;
        }
    }

    public void OnHeadersEnd()
    {
        _headersArrived = true;
        _baseBytes = BaseBytes + _requestFields.Bytes;
        _connection.ReceiveShare.Add(_baseBytes);
    }

    public void OnData(ReadOnlySpan<byte> data, bool isLast)
    {
        if (_completed)
        {
            _connection.Engine.Consume(_stream, data.Length);
        }
        else
        {
            Body.Append(data, isLast);
        }
    }

    public void OnClosed(Http2StreamEnd outcome)
    {
        (_closed, IsResponseWaiting) = (true, false);
        if (outcome.Kind != Http2StreamEndKind.Completed && !_completed)
        {
            IsAborted = true;
            Body.Abort();
            if (_aborted is not null)
            {
                _connection.Strand.Defer(this);
            }
        }

        _response.OnFlushed();
        if (_completed)
        {
            Release();
        }
        else if (!_headersArrived)
        {
            // Refused or malformed: no handler follows.
            _requestFields.Release();
        }
    }

    /// <summary>Sends headers, data, and after completion the trailers, as far as the windows allow.</summary>
    public void TrySend()
    {
        if (_closed)
        {
            return;
        }

        var buffer = _response.Buffer;
        if (!_headersSent)
        {
            _headersSent = true;
            var (template, fields) = _fields.Headers();
            _connection.Engine.WriteHeaders(_stream, template, fields, endStream: _completed && buffer.IsEmpty && !_fields.HasTrailers);
        }

        while (!buffer.IsEmpty && !_closed)
        {
            var front = buffer.Front;
            var ends = _completed && buffer.IsSingleSegment && !_fields.HasTrailers;
            var accepted = _connection.Engine.TryWriteData(_stream, front, ends);
            var isAll = accepted == front.Length;
            buffer.Consume(accepted);
            if (!isAll)
            {
                ReportBuffered();
                IsResponseWaiting = !_closed;
                _connection.OnResponseWaits(this);
                return;
            }
        }

        IsResponseWaiting = false;
        ReportBuffered();
        _response.OnFlushed();
        if (_completed && !_closed)
        {
            CompleteResponse();
        }
    }

    private void Abort()
    {
        try
        {
            _aborted!.Cancel();
        }
        catch (AggregateException e)
        {
            _connection.ReportFailure($"{_path}: a callback of a cancellation token threw: {e}");
        }
    }

    private async Task CompleteAsync(Task dispatch)
    {
        try
        {
            await dispatch;
        }
        catch (Exception e)
        {
            // The dispatcher handles exceptions of handlers; this is a defect, and the client must not wait for a response.
            _connection.ReportFailure($"{_path}: {e}");
            Reset((uint)Http2ErrorCode.InternalError);
        }

        _connection.Strand.Post(this);
    }

    /// <summary>Inside: the handler has returned.</summary>
    void IStrandWork.Run()
    {
        _completed = true;
        if (_closed)
        {
            Release();
        }
        else
        {
            TrySend();
        }
    }

    void IStrandWork.OnFailed(Exception error) => _connection.OnFailed(error);

    private void CompleteResponse()
    {
        if (_stream.CanSend)
        {
            var (template, trailers) = _fields.Trailers();
            if (_fields.HasTrailers)
            {
                _connection.Engine.WriteHeaders(_stream, template, trailers, endStream: true);
            }
        }

        // The response is complete: stop the rest of the request (RFC 9113 section 8.1).
        if (!_closed && _stream.CanReceive)
        {
            _connection.Engine.Reset(_stream, Http2ErrorCode.NoError);
        }
    }

    private void ReportBuffered()
    {
        var allocated = _response.Buffer.AllocatedBytes;
        if (allocated != _responseBytes)
        {
            _connection.ReceiveShare.AddMoving(allocated - _responseBytes);
            _responseBytes = allocated;
        }
    }

    private void Release()
    {
        _response.Buffer.Release();
        Body.Release();
        _requestFields.Release();
        _connection.ReceiveShare.Add(-_responseBytes - _baseBytes);
        _connection.OnCallFinished();
        _connection.Engine.Recycle(_stream);
    }
}
