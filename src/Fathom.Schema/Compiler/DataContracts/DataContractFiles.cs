using Fathom.Schema.Faults;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Compiler.DataContracts;

/// <summary>Descriptors of the services that protobuf-net.Grpc serves: interfaces with <c>[ServiceContract]</c> or <c>[Service]</c>,
/// and their messages with <c>[DataContract]</c> or <c>[ProtoContract]</c>. Names, numbers and types are
/// those that protobuf-net uses.</summary>
internal sealed class DataContractFiles
{
    private const string Empty = ".google.protobuf.Empty";

    private static readonly string[] ServiceAttributes =
        ["ProtoBuf.Grpc.Configuration.ServiceAttribute", "System.ServiceModel.ServiceContractAttribute"];

    private static readonly string[] OperationAttributes =
        ["ProtoBuf.Grpc.Configuration.OperationAttribute", "System.ServiceModel.OperationContractAttribute"];

    private static readonly string[] Contexts =
        ["ProtoBuf.Grpc.CallContext", "System.Threading.CancellationToken", "Grpc.Core.ServerCallContext", "Grpc.Core.CallOptions"];

    private static readonly string[] Awaited = ["System.Threading.Tasks.Task`1", "System.Threading.Tasks.ValueTask`1"];

    private static readonly string[] Nothing =
        ["System.Threading.Tasks.Task", "System.Threading.Tasks.ValueTask", "System.Void"];

    private static readonly string[] Streams = ["System.Collections.Generic.IAsyncEnumerable`1", "System.IObservable`1"];

    private readonly MessageContracts _messages;

    private DataContractFiles(ClrAssemblies assemblies) => _messages = new MessageContracts(assemblies);

    /// <summary>The files of an assembly: one of messages, and one for each package of services; none without services.</summary>
    /// <param name="path">The .dll. Messages may be in those beside it.</param>
    /// <exception cref="SchemaException">A message is declared in a way that cannot be read without running code.</exception>
    public static IReadOnlyList<FileDescriptorProto> Read(string path)
    {
        using var assemblies = new ClrAssemblies(path);
        var services = assemblies.Own()
            .Select(type => (Type: type, Attribute: type.Attributes.FirstOrDefault(a => ServiceAttributes.Contains(a.Name))))
            .Where(s => s.Attribute is not null).ToList();
        return services.Count == 0 ? [] : new DataContractFiles(assemblies).Files([.. services.Select(s => (s.Type, s.Attribute!))]);
    }

    private List<FileDescriptorProto> Files(IReadOnlyList<(ClrDefinition Type, ClrAttribute Attribute)> services)
    {
        var packages = new Dictionary<string, FileDescriptorProto>(StringComparer.Ordinal);
        foreach (var (type, attribute) in services)
        {
            var name = attribute.Named("Name") as string ?? attribute.At(0) as string ?? DefaultName(type);
            var dot = name.LastIndexOf('.');
            var package = dot < 0 ? "" : name[..dot];
            if (!packages.TryGetValue(package, out var file))
            {
                file = new FileDescriptorProto { Name = $"{(package.Length == 0 ? "services" : package)}.proto", Package = package,
                    Syntax = "proto3", Dependency = { MessageContracts.FileName, "google/protobuf/empty.proto" } };
                packages.Add(package, file);
            }

            var service = file.Service.FirstOrDefault(s => s.Name == name[(dot + 1)..]);
            if (service is null)
            {
                service = new ServiceDescriptorProto { Name = name[(dot + 1)..] };
                file.Service.Add(service);
            }

            // Several interfaces may declare one service, and one method twice: to await it, and to wait for it.
            service.Method.AddRange([.. type.Methods.Select(m => Method(m.Name, m.Signature, m.Attributes)).OfType<MethodDescriptorProto>()
                .Where(m => service.Method.All(known => known.Name != m.Name)).DistinctBy(m => m.Name)]);
        }

        return [_messages.File(), BclFile.Descriptor, .. packages.Values];
    }

    // ServiceBinder.GetDefaultName of protobuf-net.Grpc: the namespace, and the interface without its I.
    private static string DefaultName(ClrDefinition type)
    {
        var simple = type.SimpleName.Length > 1 && type.SimpleName[0] == 'I' ? type.SimpleName[1..] : type.SimpleName;
        return type.Namespace.Length == 0 ? simple : $"{type.Namespace}.{simple}";
    }

    // Null for one that protobuf-net.Grpc does not serve.
    private MethodDescriptorProto? Method(
        string name, System.Reflection.Metadata.MethodSignature<ClrType> signature, IReadOnlyList<ClrAttribute> attributes)
    {
        var attribute = attributes.FirstOrDefault(a => OperationAttributes.Contains(a.Name));
        var inputs = signature.ParameterTypes.Where(p => !Contexts.Contains(p.Name)).ToList();
        if (inputs.Count > 1 || signature.GenericParameterCount > 0)
        {
            return null;
        }

        var (input, streamsIn) = Message(inputs.Count == 0 ? null : inputs[0]);
        var (output, streamsOut) = Message(signature.ReturnType);
        return input is null || output is null ? null : new MethodDescriptorProto
        {
            Name = attribute?.Named("Name") as string ?? attribute?.At(0) as string
                ?? (name.EndsWith("Async", StringComparison.Ordinal) ? name[..^"Async".Length] : name),
            InputType = input,
            OutputType = output,
            ClientStreaming = streamsIn,
            ServerStreaming = streamsOut,
        };
    }

    private (string? Name, bool IsStream) Message(ClrType? type)
    {
        if (type is null || Nothing.Contains(type.Name))
        {
            return (Empty, false);
        }

        var isStream = Streams.Contains(type.Name);
        var inner = isStream || Awaited.Contains(type.Name) ? type.Arguments[0] : type;
        return (_messages.NameOf(inner), isStream);
    }
}
