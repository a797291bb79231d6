using Fathom.Contracts;
using ProtoBuf;

namespace Fathom.Tree.Services.Contracts;

/// <summary>A record of the catalogue, as it travels between the services.</summary>
[Contract]
[ProtoContract]
public sealed partial class Item
{
    /// <summary>Its number, from 1.</summary>
    [Member(1)]
    [ProtoMember(1)]
    public int Id { get; set; }

    /// <summary>What it is called.</summary>
    [Member(2)]
    [ProtoMember(2)]
    public string Name { get; set; } = "";

    /// <summary>What it costs, in cents.</summary>
    [Member(3)]
    [ProtoMember(3)]
    public int Cents { get; set; }

    /// <summary>Pieces in stock.</summary>
    [Member(4)]
    [ProtoMember(4)]
    public int Stock { get; set; }
}

/// <summary>Which record is wanted.</summary>
[Contract]
[ProtoContract]
public sealed partial class ItemRequest
{
    /// <summary>Number of the record, from 1.</summary>
    [Member(1)]
    [ProtoMember(1)]
    public int Id { get; set; }
}
