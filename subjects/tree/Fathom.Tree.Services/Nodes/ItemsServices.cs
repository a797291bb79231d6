using Fathom.SubjectProtocol.Flags;
using Fathom.Transport.AspNetCore;
using Fathom.Tree.Nodes;
using Fathom.Tree.Services.Contracts;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using ProtoBuf.Grpc.Server;

namespace Fathom.Tree.Services.Nodes;

/// <summary>Serves <see cref="IItems"/> on Kestrel by the library that the flags name.</summary>
public static class ItemsServices
{
    /// <summary>Registers a service.</summary>
    public static void Add<TService>(IServiceCollection services, FlagValues flags)
        where TService : class, IItems
    {
        services.AddSingleton<TService>();
        if (!IsFathom(flags))
        {
            services.AddCodeFirstGrpc();
        }
    }

    /// <summary>Maps it.</summary>
    public static void Map<TService>(WebApplication application, FlagValues flags)
        where TService : class, IItems
    {
        if (IsFathom(flags))
        {
            application.MapFathomService<TService>(service => ItemsHost.Define(service));
        }
        else
        {
            application.MapGrpcService<TService>();
        }
    }

    private static bool IsFathom(FlagValues flags) => flags.Of(NodeFlags.Library) == "fathom";
}
