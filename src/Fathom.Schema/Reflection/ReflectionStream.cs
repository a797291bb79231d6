using Fathom.Schema.Faults;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.Schema.Reflection;

/// <summary>The stream of questions to a server's reflection, of the first version that answers. A server that ends it with an answer is
/// asked the next question on a new one.</summary>
internal sealed class ReflectionStream(Channel channel, string target, CallOptions options) : IAsyncDisposable
{
    // A server that is there ends the stream within a round trip.
    private static readonly TimeSpan ToEnd = TimeSpan.FromSeconds(1);

    private static readonly string[] Versions = ["v1", "v1alpha"];

    private Call<ReflectionRequest, ReflectionResponse>? _call;
    private string? _version;

    /// <summary>The answer, which may be an error.</summary>
    /// <exception cref="SchemaException">No version of reflection answers.</exception>
    /// <exception cref="RpcException">The server was not reached, or is no gRPC server.</exception>
    public async Task<ReflectionResponse> AskAsync(ReflectionRequest question)
    {
        var refusals = new List<(string Version, RpcException Refusal)>();
        foreach (var version in _version is { } known ? [known] : Versions)
        {
            try
            {
                var answer = await AskAsync(version, question).ConfigureAwait(false);
                _version = version;
                return answer;
            }
            catch (RpcException e) when (IsAnswer(e.Status, _version is not null))
            {
                _version = version;
                End();
                return new ReflectionResponse { Error = new ReflectionError { Code = (int)e.StatusCode, Text = e.Status.Detail } };
            }
            catch (RpcException e) when (!IsUnreached(e.Status))
            {
                End();
                refusals.Add((version, e));
            }
        }

        // All that answers is no gRPC: the call's own sentence says what it is.
        throw refusals.TrueForAll(r => IsForeign(r.Refusal.Status)) ? refusals[0].Refusal : ReflectionRefusal.Of(target, refusals);
    }

    /// <summary>Closes the stream and lets the server end it: one that is cancelled counts as failed there.</summary>
    public async ValueTask DisposeAsync()
    {
        try
        {
            await CloseAsync().WaitAsync(ToEnd).ConfigureAwait(false);
        }
        catch (Exception e) when (e is RpcException or TimeoutException)
        {
            // What was asked has its answer; a stream that the server keeps open is cancelled.
        }

        End();
    }

    private async Task CloseAsync()
    {
        if (_call is { } call)
        {
            await call.CompleteAsync().ConfigureAwait(false);
            while (await call.MoveNextAsync().ConfigureAwait(false))
            {
                // Answers to no question.
            }
        }
    }

    private async Task<ReflectionResponse> AskAsync(string version, ReflectionRequest question)
    {
        var call = _call ??= channel.Start(MethodOf(version), options);
        try
        {
            await call.WriteAsync(question).ConfigureAwait(false);
        }
        catch (RpcException)
        {
            // Reading has the status that ended the call.
        }

        return await call.MoveNextAsync().ConfigureAwait(false) ? call.Current
            : throw new RpcException(new Status(StatusCode.Unknown, "it ended without an answer"));
    }

    private void End()
    {
        _call?.Dispose();
        _call = null;
    }

    // Of a version that has answered every status is the answer to its question; before, one that only a question can have.
    private static bool IsAnswer(Status status, bool hasAnswered) => !IsUnreached(status) && !IsForeign(status)
        && (hasAnswered || status.StatusCode is StatusCode.NotFound or StatusCode.InvalidArgument);

    private static bool IsUnreached(Status status) => !IsForeign(status)
        && status.StatusCode is StatusCode.Unavailable or StatusCode.DeadlineExceeded or StatusCode.Cancelled;

    private static bool IsForeign(Status status) => status.Detail.StartsWith("Bad gRPC response", StringComparison.Ordinal);

    private static Method<ReflectionRequest, ReflectionResponse> MethodOf(string version) => new(MethodKind.DuplexStreaming,
        $"grpc.reflection.{version}.ServerReflection", "ServerReflectionInfo", new MessageMarshaller<ReflectionRequest>(),
        new MessageMarshaller<ReflectionResponse>());
}
