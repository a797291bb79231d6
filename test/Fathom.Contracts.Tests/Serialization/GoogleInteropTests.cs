using FsCheck;
using FsCheck.Fluent;
using Google.Protobuf;
using Fathom.Contracts.Tests.Samples;
using Fathom.TestKit;

namespace Fathom.Contracts.Tests.Serialization;

/// <summary>What generated code writes, Google.Protobuf reads from the exported .proto, and the other way round.</summary>
public class GoogleInteropTests
{
    private static readonly Config Many = Config.QuickThrowOnFailure.WithMaxTest(Thorough.Count(50, 150));

    [Fact]
    public void Scalars_agree() => Agree<Scalars, Exported.Scalars>();

    [Fact]
    public void Nullable_members_are_optional_fields() => Agree<Optionals, Exported.Optionals>();

    [Fact]
    public void Positional_records_agree() => Agree<Positional, Exported.Positional>();

    [Fact]
    public void Lists_in_every_container_agree() => Agree<Lists, Exported.Lists>();

    [Fact]
    public void Maps_agree() => Agree<Maps, Exported.Maps>();

    [Fact]
    public void Every_other_scalar_agrees_as_optional_field_in_lists_and_in_maps()
    {
        Agree<OtherOptionals, Exported.OtherOptionals>();
        Agree<OtherLists, Exported.OtherLists>();
        Agree<OtherMaps, Exported.OtherMaps>();
    }

    [Fact]
    public void Closed_hierarchies_are_oneofs() => Agree<Delivery, Exported.Delivery>();

    [Fact]
    public void Data_contracts_agree() => Agree<Legacy, Exported.Legacy>();

    [Fact]
    public void Narrow_types_agree() => Agree<Narrow, Exported.Narrow>();

    [Fact]
    public void Messages_in_messages_agree() => Agree<Tree, Exported.Tree>();

    [Fact]
    public void Messages_of_everything_agree() => Agree<Everything, Exported.Everything>();

    private static void Agree<TOurs, TTheirs>()
        where TOurs : class, IContract<TOurs>
        where TTheirs : class, IMessage<TTheirs>, new()
    {
        var parser = new MessageParser<TTheirs>(() => new TTheirs());
        Check.One(Many, Prop.ForAll<int>(seed =>
        {
            var ours = new ContractMaker(seed).Make<TOurs>();
            var bytes = ContractSerializer.ToArray(ours);
            var theirs = parser.ParseFrom(bytes);
            ours.ShouldHaveContentOf(theirs);
            bytes.ShouldBeBytes(theirs.ToByteArray());
            ContractSerializer.Read<TOurs>(bytes).ShouldHaveContentOf(theirs);
        }));
        Check.One(Many, Prop.ForAll<int>(seed =>
        {
            var theirs = new GoogleMaker(seed).Make<TTheirs>();
            var bytes = theirs.ToByteArray();
            var ours = ContractSerializer.Read<TOurs>(bytes);
            ours.ShouldHaveContentOf(theirs);
            ContractSerializer.ToArray(ours).ShouldBeBytes(bytes);
        }));
    }
}
