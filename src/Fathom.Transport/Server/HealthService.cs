using System.Collections.Concurrent;
using Fathom.Transport.Calls;
using Fathom.Transport.Server.Discovery;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Server;

/// <summary>Whether a service answers calls (<c>grpc.health.v1.HealthCheckResponse.ServingStatus</c>).</summary>
public enum ServingStatus
{
    /// <summary>It answers calls.</summary>
    Serving = 1,

    /// <summary>It does not answer calls at present.</summary>
    NotServing = 2,
}

/// <summary>
/// The health of a host, for load balancers and probes: <c>grpc.health.v1.Health</c> with Check and Watch (gRPC doc/health-checking.md).
/// Every service of the host is serving until <see cref="Set"/> says otherwise; the empty name is the host itself. Thread-safe. See
/// <see cref="ServerOptions.Health"/>.
/// </summary>
public sealed class HealthService
{
    private const string Name = "grpc.health.v1.Health";
    private const int Unknown = 3;

    private readonly ConcurrentDictionary<string, ServingStatus> _set = new(StringComparer.Ordinal);
    private TaskCompletionSource _changed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Sets the health of a service, or of the host by the empty name; watching clients are notified.</summary>
    /// <param name="service">The service with its package.</param>
    /// <param name="status">Its health.</param>
    public void Set(string service, ServingStatus status)
    {
        ArgumentNullException.ThrowIfNull(service);
        _set[service] = status;
        Interlocked.Exchange(ref _changed, new(TaskCreationOptions.RunContinuationsAsynchronously)).TrySetResult();
    }

    /// <summary>The health service of a host.</summary>
    /// <param name="services">The host's services. Called once, at the first question.</param>
    public ServiceDefinition Define(Func<IEnumerable<ServiceDefinition>> services)
    {
        ArgumentNullException.ThrowIfNull(services);
        var names = new Lazy<HashSet<string>>(() => services().Select(s => s.Name).Concat(["", Name]).ToHashSet(StringComparer.Ordinal));
        return new ServiceBuilder(Name)
            .Unary(MethodOf(MethodKind.Unary, "Check"), (request, _) => new(Check(ServiceIn(request), names.Value)))
            .ServerStreaming(MethodOf(MethodKind.ServerStreaming, "Watch"), (request, replies, context) =>
                WatchAsync(ServiceIn(request), names.Value, replies, context.CancellationToken))
            .WithDescriptors(() => [WellKnownDescriptors.Health]).Build();
    }

    private ReadOnlyMemory<byte> Check(string service, HashSet<string> names) => StatusOf(service, names) is { } status
        ? Reply((int)status)
        : throw new RpcException(new Status(StatusCode.NotFound, $"Service '{PrintableText.OneLine(service, 200)}' is not served here."));

    private async ValueTask WatchAsync(string service, HashSet<string> names, ResponseWriter<ReadOnlyMemory<byte>> replies,
        CancellationToken cancellation)
    {
        for (int? sent = null; ;)
        {
            // Taken before the status, so that no change is missed.
            var changed = Volatile.Read(ref _changed).Task;
            var status = (int?)StatusOf(service, names) ?? Unknown;
            if (status != sent)
            {
                await replies.WriteAsync(Reply(status));
                sent = status;
            }

            await changed.WaitAsync(cancellation);
        }
    }

    private ServingStatus? StatusOf(string service, HashSet<string> names) =>
        _set.TryGetValue(service, out var status) ? status : names.Contains(service) ? ServingStatus.Serving : null;

    private static ReadOnlyMemory<byte> Reply(int status) => new DescriptorWriter().Field(1, status).Written;

    private static string ServiceIn(ReadOnlyMemory<byte> request)
    {
        var service = "";
        try
        {
            var reader = new DescriptorReader(request.Span);
            while (reader.Read())
            {
                service = reader.Field == 1 ? reader.Text : service;
            }
        }
        catch (InvalidDataException e)
        {
            throw new RpcException(new Status(StatusCode.InvalidArgument, $"The request is no HealthCheckRequest: {e.Message}"));
        }

        return service;
    }

    private static Method<ReadOnlyMemory<byte>, ReadOnlyMemory<byte>> MethodOf(MethodKind kind, string name) =>
        new(kind, Name, name, RawMarshaller.Instance, RawMarshaller.Instance);
}
