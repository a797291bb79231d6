using Fathom.Subjects.Hosts;
using Fathom.Subjects.Kestrel;
using Fathom.Transport.AspNetCore;
using Fathom.Transport.Compression;
using Fathom.Transport.Server;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;

namespace Fathom.Subjects.Blob;

/// <summary>The server of blobs. The caller owns it; disposing it ends its calls and frees the port.</summary>
internal sealed class BlobHost : IAsyncDisposable
{
    private readonly WebApplication _application;

    private readonly GrpcDispatcher _grpc;

    private BlobHost(WebApplication application, GrpcDispatcher grpc, string address) =>
        (_application, _grpc, Address) = (application, grpc, address);

    /// <summary>Where it listens, for example <c>http://127.0.0.1:1080</c>.</summary>
    public string Address { get; }

    /// <summary>What its gRPC calls sent and received so far.</summary>
    public WireTotals Wire => _grpc.Wire;

    /// <summary>Starts to listen. Throws <see cref="IOException"/> when the port is taken.</summary>
    public static async Task<BlobHost> StartAsync(BlobArguments arguments)
    {
        var builder = KestrelSetup.CreateBuilder();
        if (OperatingSystem.IsWindows() && arguments.Host is "httpsys" or "httpsys-buffered")
        {
            HttpSysServer.Use(builder.WebHost, arguments);
        }
        else
        {
            builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel => Configure(kestrel, arguments.Common));
        }

        var application = builder.Build();
        try
        {
            var grpc = Handle(application, arguments);
            await application.StartAsync();
            // The last is the shared port (SharedPort).
            var bound =
                application.Services.GetRequiredService<IServer>().Features.GetRequiredFeature<IServerAddressesFeature>().Addresses.Last();
            return new BlobHost(application, grpc, bound.TrimEnd('/'));
        }
        catch
        {
            await application.DisposeAsync();
            throw;
        }
    }

    public ValueTask DisposeAsync() => KestrelSetup.EndAsync(_application);

    private static GrpcDispatcher Handle(WebApplication application, BlobArguments arguments)
    {
        if (arguments.Host == "httpsys-model")
        {
            var model = new HttpSysModel(arguments.Segment, TimeProvider.System);
            application.Use(model.InvokeAsync);
        }

        var grpc = new GrpcDispatcher([BlobService.Definition()], new ServerOptions
        {
            MaxReceiveMessageSize = BlobContent.Most,
            EnableReflection = true,
            LoggerFactory = new StandardErrorLoggers(),
        });
        application.Run(context => IsGrpc(context.Request) ? grpc.DispatchAsync(context)
            : BlobEndpoints.AnswerAsync(context));
        return grpc;
    }

    private static bool IsGrpc(HttpRequest request) =>
        request.ContentType?.StartsWith("application/grpc", StringComparison.Ordinal) == true;

    private static void Configure(KestrelServerOptions kestrel, HostArguments common)
    {
        KestrelSetup.Configure(kestrel, common.StreamWindow, common.ConnectionWindow);
        SharedPort.Listen(kestrel, common.Bind, common.Port);
    }
}
