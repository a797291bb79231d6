using System.Collections.Concurrent;
using System.Net.WebSockets;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Fathom.TestKit.Browsers;

/// <summary>
/// A connection to a browser's DevTools socket: commands with their answers, and the events in between. Owns the socket and the
/// loop that reads it.
/// </summary>
internal sealed class DevToolsConnection : IAsyncDisposable
{
    private readonly ClientWebSocket _socket = new();
    private readonly ConcurrentDictionary<int, TaskCompletionSource<JsonNode>> _waiting = new();
    private readonly SemaphoreSlim _sending = new(1);
    private Task _reading = Task.CompletedTask;
    private int _last;

    /// <summary>Every event that has come: its method and parameters, in order.</summary>
    public ConcurrentQueue<(string Method, JsonNode Parameters)> Events { get; } = new();

    public async Task OpenAsync(Uri address, CancellationToken stop)
    {
        await _socket.ConnectAsync(address, stop);
        _reading = ReadAsync();
    }

    public async Task<JsonNode> SendAsync(string method, JsonObject parameters, string? session, CancellationToken stop)
    {
        var id = Interlocked.Increment(ref _last);
        var answer = _waiting[id] = new TaskCompletionSource<JsonNode>(TaskCreationOptions.RunContinuationsAsynchronously);
        var message = new JsonObject { ["id"] = id, ["method"] = method, ["params"] = parameters };
        if (session is not null)
        {
            message["sessionId"] = session;
        }

        await _sending.WaitAsync(stop);
        try
        {
            await _socket.SendAsync(JsonSerializer.SerializeToUtf8Bytes(message), WebSocketMessageType.Text, true, stop);
        }
        finally
        {
            _sending.Release();
        }

        return await answer.Task.WaitAsync(stop);
    }

    public async ValueTask DisposeAsync()
    {
        _socket.Abort();
        await _reading;
        _socket.Dispose();
        _sending.Dispose();
    }

    private async Task ReadAsync()
    {
        try
        {
            var buffer = new byte[1 << 16];
            using var message = new MemoryStream();
            while (true)
            {
                var part = await _socket.ReceiveAsync(buffer, CancellationToken.None);
                message.Write(buffer, 0, part.Count);
                if (part.EndOfMessage)
                {
                    Handle(JsonNode.Parse(message.ToArray())!);
                    message.SetLength(0);
                }
            }
        }
        // The end of the browser, or of this object: whoever still waits learns of it.
        catch (Exception e)
        {
            foreach (var (_, answer) in _waiting)
            {
                answer.TrySetException(new InvalidOperationException("The DevTools connection ended before the answer came.", e));
            }
        }
    }

    private void Handle(JsonNode message)
    {
        if (message["id"] is null)
        {
            Events.Enqueue(((string)message["method"]!, message["params"]!));
        }
        else if (_waiting.TryRemove((int)message["id"]!, out var answer))
        {
            if (message["error"] is { } error)
            {
                answer.SetException(new InvalidOperationException($"DevTools refused: {error.ToJsonString()}"));
            }
            else
            {
                answer.SetResult(message["result"]!);
            }
        }
    }
}
