using Fathom.Transport.Calls;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Fathom.Transport.Protobuf;

/// <summary>Methods of the services in a .proto file.</summary>
public static class ProtobufMethod
{
    /// <summary>
    /// Creates the method that a .proto file declares, with its kind and its service's full name. The descriptor is in the class that
    /// protoc generates for the file, as in <c>GreetReflection.Descriptor.Services[0].Methods[0]</c>.
    /// </summary>
    /// <param name="descriptor">The method in the .proto file.</param>
    /// <typeparam name="TRequest">The class generated for its request.</typeparam>
    /// <typeparam name="TResponse">The class generated for its response.</typeparam>
    /// <exception cref="ArgumentException">The method has other message types.</exception>
    public static Method<TRequest, TResponse> Create<TRequest, TResponse>(MethodDescriptor descriptor)
        where TRequest : class, IBufferMessage, IMessage<TRequest>, new()
        where TResponse : class, IBufferMessage, IMessage<TResponse>, new()
    {
        ArgumentNullException.ThrowIfNull(descriptor);
        if (descriptor.InputType.ClrType != typeof(TRequest) || descriptor.OutputType.ClrType != typeof(TResponse))
        {
            throw new ArgumentException(
                $"{descriptor.FullName} takes {descriptor.InputType.FullName} and returns {descriptor.OutputType.FullName}, not "
                + $"{typeof(TRequest).Name} and {typeof(TResponse).Name}: use the classes that protoc generated for those messages.",
                nameof(descriptor));
        }

        var kind = (descriptor.IsClientStreaming, descriptor.IsServerStreaming) switch
        {
            (false, false) => MethodKind.Unary,
            (true, false) => MethodKind.ClientStreaming,
            (false, true) => MethodKind.ServerStreaming,
            (true, true) => MethodKind.DuplexStreaming,
        };
        return new(kind, descriptor.Service.FullName, descriptor.Name, new ProtobufMarshaller<TRequest>(),
            new ProtobufMarshaller<TResponse>());
    }
}
