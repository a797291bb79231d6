using System.Runtime.Serialization;
using System.ServiceModel;
using Fathom.Schema.Compiler;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Json;
using ProtoBuf;

namespace System.ServiceModel
{
    /// <summary>The attribute of WCF, by its name: protobuf-net.Grpc knows it by that alone.</summary>
    [AttributeUsage(AttributeTargets.Interface)]
    internal sealed class ServiceContractAttribute : Attribute
    {
        public string? Name { get; set; }
    }

    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class OperationContractAttribute : Attribute
    {
        public string? Name { get; set; }
    }
}

namespace Fathom.Schema.Tests.Compiler
{
    /// <summary>Contracts of protobuf-net.Grpc, read from an assembly: what protobuf-net writes is what the descriptors read, and the other
    /// way round.</summary>
    public class DataContractTests
    {
        private static readonly Lazy<Task<DescriptorSet>> Read = new(() => AssemblyContracts.ReadAsync(
            typeof(DataContractTests).Assembly.Location, "tests.dll", CancellationToken.None));

        [Fact]
        public async Task Services_and_methods_have_the_names_and_kinds_that_protobuf_net_Grpc_gives_them()
        {
            var shop = (await Read.Value).GetService("Fathom.Schema.Tests.Compiler.Shop");
            var named = (await Read.Value).GetService("acme.v1.Stock");

            shop.Methods.Select(m => $"{m.Name}({m.InputType.Name}{(m.IsClientStreaming ? "*" : "")}) "
                + $"{m.OutputType.Name}{(m.IsServerStreaming ? "*" : "")}").ShouldBe(
                ["Buy(Order) Order", "Watch(Order) Order*", "Chat(Order*) Order*", "Reset(Empty) Empty"]);
            named.Methods.Select(m => m.Name).ShouldBe(["Counted"]);
        }

        [Fact]
        public async Task Messages_are_those_of_protobuf_net()
        {
            var types = await Read.Value;
            var type = types.GetMethod("Fathom.Schema.Tests.Compiler.Shop/Buy").Input;
            var order = new Order
            {
                Number = -7, Text = "t", Bytes = [1, 2], Long = 1L << 40, Rate = 1.5, Zigzag = -3, Fixed = 9, Colour = Colour.Blue,
                Items = [1, 300], Names = ["a", ""], Counts = { ["x"] = 2 }, Maybe = 5, Inner = new Part { Id = 4 },
                When = new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc),
            };
            using var written = new MemoryStream();
            Serializer.Serialize(written, order);

            var json = new JsonDecoder(types, new() { Indented = false }).Decode(type, written.ToArray());
            json.ShouldBe("""
                {"Number":-7,"Text":"t","Bytes":"AQI=","Long":"1099511627776","Rate":1.5,"Zigzag":-3,"Fixed":9,"Colour":"Blue",
                """ + """
                "Items":[1,300],"Names":["a",""],"Counts":{"x":2},"Maybe":5,"Inner":{"Id":4},"When":"2026-01-02T03:04:05Z"}
                """);
            var back = Serializer.Deserialize<Order>(new JsonEncoder(types).Encode(type,
                System.Text.Encoding.UTF8.GetBytes(json), "-d", 1));
            (back.Number, back.Zigzag, back.Colour, back.Counts["x"], back.Inner!.Id, back.When).ShouldBe(
                (order.Number, order.Zigzag, order.Colour, 2, 4, order.When));
            back.Items.ShouldBe(order.Items);
        }
    }

    [ServiceContract]
    internal interface IShop
    {
        Task<Order> BuyAsync(Order order);

        IAsyncEnumerable<Order> WatchAsync(Order order, CancellationToken token);

        IAsyncEnumerable<Order> ChatAsync(IAsyncEnumerable<Order> orders);

        ValueTask ResetAsync();

        Task<Order> NotServed(Order one, Order other);
    }

    [ServiceContract(Name = "acme.v1.Stock")]
    internal interface IStock
    {
        [OperationContract(Name = "Counted")]
        Part CountAsync(Part part);
    }

    internal enum Colour
    {
        Red = 1,
        Blue = 2,
    }

    [DataContract]
    internal sealed class Part
    {
        [DataMember(Order = 1)]
        public int Id { get; set; }

        // Without a number it is not sent.
        [DataMember]
        public string? Note { get; set; }
    }

    [ProtoContract]
    internal sealed class Order
    {
        [ProtoMember(1)]
        public int Number { get; set; }

        [ProtoMember(2)]
        public string? Text { get; set; }

        [ProtoMember(3)]
        public byte[]? Bytes { get; set; }

        [ProtoMember(4)]
        public long Long { get; set; }

        [ProtoMember(5)]
        public double Rate { get; set; }

        [ProtoMember(6, DataFormat = DataFormat.ZigZag)]
        public int Zigzag { get; set; }

        [ProtoMember(7, DataFormat = DataFormat.FixedSize)]
        public int Fixed { get; set; }

        [ProtoMember(8)]
        public Colour Colour { get; set; }

        [ProtoMember(9)]
        public List<int> Items { get; set; } = [];

        [ProtoMember(10)]
        public string[] Names { get; set; } = [];

        [ProtoMember(11)]
        public Dictionary<string, int> Counts { get; set; } = [];

        [ProtoMember(12)]
        public int? Maybe { get; set; }

        [ProtoMember(13)]
        public Part? Inner { get; set; }

#pragma warning disable CS0618 // It is obsolete, and contracts have it.
        [ProtoMember(14, DataFormat = DataFormat.WellKnown)]
        public DateTime When { get; set; }
#pragma warning restore CS0618
    }
}
