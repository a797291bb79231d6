extern alias GrpcCore;

using System.Security.Cryptography;
using Google.Protobuf;
using GrpcCore::Grpc.Core;

namespace Fathom.Plants;

/// <summary>A planted service on Grpc.Core, the library that ended in 2022. Prints its address, and ends with its standard input.</summary>
internal sealed class CoreServer
{
    // GRPC_COMPRESS_GZIP of its native library.
    private const int Gzip = 2;

    private const int LargeReply = 1 << 20;

    private readonly PlantedMethod _method;
    private readonly ChannelOption[] _options;

    private CoreServer(PlantedMethod method, params ChannelOption[] options) => (_method, _options) = (method, options);

    /// <summary>All of them.</summary>
    public static IReadOnlyDictionary<string, Func<CoreServer>> All { get; } = new Dictionary<string, Func<CoreServer>>
    {
        ["fast"] = () => new(new(() => Task.CompletedTask)),
        ["blocking"] = () => new(new(() =>
        {
            Thread.Sleep(200);
            return Task.CompletedTask;
        })),
        ["gzip"] = () => new(
            new(() => Task.CompletedTask) { Reply = UnsafeByteOperations.UnsafeWrap(RandomNumberGenerator.GetBytes(LargeReply)) },
            new ChannelOption("grpc.default_compression_algorithm", Gzip)),
    };

    public async Task RunAsync()
    {
        var server = new Server(_options);
        server.Services.Add(Plant.BindService(new PlantService(_method)));
        server.Ports.Add(new ServerPort("127.0.0.1", ServerPort.PickUnused, ServerCredentials.Insecure));
        server.Start();
        Console.WriteLine($"http://127.0.0.1:{server.Ports.Single().BoundPort}");
        await Console.In.ReadToEndAsync();
        await server.KillAsync();
    }
}
