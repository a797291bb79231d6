using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;
using Google.Protobuf;
using Google.Protobuf.Reflection;
using Google.Protobuf.WellKnownTypes;
using static Google.Protobuf.Reflection.FieldDescriptorProto.Types;

namespace Fathom.FunctionalTests.Cli.Servers;

/// <summary>A server of <c>shop.Shop</c>, whose replies are bytes that a test gives, with reflection.</summary>
internal static class ScriptedShop
{
    /// <summary>The file <c>shop.proto</c>: a message with an extension, and a method that answers with a stream.</summary>
    public static FileDescriptorProto File { get; } = new()
    {
        Name = "shop.proto", Package = "shop", Syntax = "proto2", Dependency = { "google/protobuf/any.proto" },
        MessageType =
        {
            new DescriptorProto
            {
                Name = "Item",
                Field =
                {
                    new FieldDescriptorProto { Name = "id", Number = 1, Label = Label.Optional,
                        Type = FieldDescriptorProto.Types.Type.String },
                    new FieldDescriptorProto { Name = "extra", Number = 2, Label = Label.Optional,
                        Type = FieldDescriptorProto.Types.Type.Message, TypeName = ".google.protobuf.Any" },
                },
                ExtensionRange = { new DescriptorProto.Types.ExtensionRange { Start = 100, End = 201 } },
            },
        },
        Extension = { Text("a", 100), Text("b", 101) },
        Service =
        {
            new ServiceDescriptorProto
            {
                Name = "Shop",
                Method =
                {
                    new MethodDescriptorProto { Name = "Watch", InputType = ".shop.Item", OutputType = ".shop.Item",
                        ServerStreaming = true },
                },
            },
        },
    };

    /// <summary>Starts a server that sends these replies to each call and ends it as <paramref name="end"/> says.</summary>
    public static NativeHost Start(IEnumerable<byte[]> replies, Action<ServerCallContext>? end = null) =>
        NativeHost.Start([Definition(replies, end)], new NativeHostOptions { Server = new ServerOptions { EnableReflection = true } });

    /// <summary>The service.</summary>
    public static ServiceDefinition Definition(IEnumerable<byte[]> replies, Action<ServerCallContext>? end = null)
    {
        var bytes = new BytesMarshaller();
        return new ServiceBuilder("shop.Shop")
            .ServerStreaming(new Method<byte[], byte[]>(MethodKind.ServerStreaming, "shop.Shop", "Watch", bytes, bytes),
                async (_, output, context) =>
                {
                    foreach (var reply in replies)
                    {
                        await output.WriteAsync(reply);
                    }

                    end?.Invoke(context);
                })
            .WithDescriptors(() => [File.ToByteArray(), AnyReflection.Descriptor.SerializedData.ToByteArray()])
            .Build();
    }

    private static FieldDescriptorProto Text(string name, int number) => new()
    {
        Name = name, Number = number, Label = Label.Optional, Type = FieldDescriptorProto.Types.Type.String, Extendee = ".shop.Item",
    };
}
