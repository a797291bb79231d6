using Fathom.TestKit.Calls;
using Fathom.Transport.Server;

namespace Fathom.Tests.Transport.Server;

/// <summary>Dispatchers for the service of <see cref="BytesMethods"/>.</summary>
internal static class BytesDispatcher
{
    public static GrpcDispatcher Unary(Func<byte[], ServerCallContext, ValueTask<byte[]>> handler, ServerOptions? options = null) =>
        Dispatcher(new ServiceBuilder(BytesMethods.Service).Unary(BytesMethods.Unary, handler), options);

    public static GrpcDispatcher Dispatcher(ServiceBuilder service, ServerOptions? options = null) => new([service.Build()], options);
}
