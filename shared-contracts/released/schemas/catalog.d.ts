import { z } from 'zod';
export declare const paymentProviderSchema: z.ZodEnum<{
    Stripe: "Stripe";
    Global: "Global";
    Paystack: "Paystack";
}>;
export declare const deliveryMethodTypeSchema: z.ZodEnum<{
    collect: "collect";
    table: "table";
    room: "room";
    address: "address";
}>;
export declare const venueSchema: z.ZodObject<{
    id: z.ZodInt;
    name: z.ZodString;
    blurb: z.ZodString;
    image_url: z.ZodString;
    currency: z.ZodString;
    currency_symbol: z.ZodString;
    timezone: z.ZodString;
    payment_provider: z.ZodEnum<{
        Stripe: "Stripe";
        Global: "Global";
        Paystack: "Paystack";
    }>;
    payment_provider_key: z.ZodString;
}, z.core.$strip>;
export declare const variantSchema: z.ZodObject<{
    id: z.ZodInt;
    name: z.ZodString;
    price: z.ZodNumber;
    status: z.ZodEnum<{
        active: "active";
        inactive: "inactive";
    }>;
}, z.core.$strip>;
export declare const optionSchema: z.ZodObject<{
    id: z.ZodInt;
    name: z.ZodString;
    price: z.ZodNumber;
    status: z.ZodEnum<{
        active: "active";
        inactive: "inactive";
    }>;
}, z.core.$strip>;
export declare const optionGroupSchema: z.ZodObject<{
    id: z.ZodInt;
    name: z.ZodString;
    min_select: z.ZodInt;
    max_select: z.ZodNullable<z.ZodInt>;
    options: z.ZodObject<{
        data: z.ZodArray<z.ZodObject<{
            id: z.ZodInt;
            name: z.ZodString;
            price: z.ZodNumber;
            status: z.ZodEnum<{
                active: "active";
                inactive: "inactive";
            }>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
}, z.core.$strip>;
export declare const itemSchema: z.ZodObject<{
    id: z.ZodInt;
    vendor_id: z.ZodInt;
    name: z.ZodString;
    description: z.ZodString;
    image_url: z.ZodNullable<z.ZodString>;
    hero_url: z.ZodNullable<z.ZodString>;
    status: z.ZodEnum<{
        active: "active";
        inactive: "inactive";
    }>;
    master: z.ZodObject<{
        id: z.ZodInt;
        name: z.ZodString;
        price: z.ZodNumber;
        status: z.ZodEnum<{
            active: "active";
            inactive: "inactive";
        }>;
    }, z.core.$strip>;
    variants: z.ZodObject<{
        data: z.ZodArray<z.ZodObject<{
            id: z.ZodInt;
            name: z.ZodString;
            price: z.ZodNumber;
            status: z.ZodEnum<{
                active: "active";
                inactive: "inactive";
            }>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
    option_groups: z.ZodObject<{
        data: z.ZodArray<z.ZodObject<{
            id: z.ZodInt;
            name: z.ZodString;
            min_select: z.ZodInt;
            max_select: z.ZodNullable<z.ZodInt>;
            options: z.ZodObject<{
                data: z.ZodArray<z.ZodObject<{
                    id: z.ZodInt;
                    name: z.ZodString;
                    price: z.ZodNumber;
                    status: z.ZodEnum<{
                        active: "active";
                        inactive: "inactive";
                    }>;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
    group: z.ZodObject<{
        id: z.ZodInt;
        name: z.ZodString;
        option_groups: z.ZodObject<{
            data: z.ZodArray<z.ZodObject<{
                id: z.ZodInt;
                name: z.ZodString;
                min_select: z.ZodInt;
                max_select: z.ZodNullable<z.ZodInt>;
                options: z.ZodObject<{
                    data: z.ZodArray<z.ZodObject<{
                        id: z.ZodInt;
                        name: z.ZodString;
                        price: z.ZodNumber;
                        status: z.ZodEnum<{
                            active: "active";
                            inactive: "inactive";
                        }>;
                    }, z.core.$strip>>;
                }, z.core.$strip>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    }, z.core.$strip>;
}, z.core.$strip>;
export declare const menuItemSchema: z.ZodObject<{
    id: z.ZodInt;
    name: z.ZodString;
    image_url: z.ZodNullable<z.ZodString>;
    status: z.ZodEnum<{
        active: "active";
        inactive: "inactive";
    }>;
    vendor_id: z.ZodInt;
    master: z.ZodObject<{
        id: z.ZodInt;
        name: z.ZodString;
        price: z.ZodNumber;
        status: z.ZodEnum<{
            active: "active";
            inactive: "inactive";
        }>;
    }, z.core.$strip>;
    description: z.ZodString;
    hero_url: z.ZodNullable<z.ZodString>;
    variants: z.ZodObject<{
        data: z.ZodArray<z.ZodObject<{
            id: z.ZodInt;
            name: z.ZodString;
            price: z.ZodNumber;
            status: z.ZodEnum<{
                active: "active";
                inactive: "inactive";
            }>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
    option_groups: z.ZodObject<{
        data: z.ZodArray<z.ZodObject<{
            id: z.ZodInt;
            name: z.ZodString;
            min_select: z.ZodInt;
            max_select: z.ZodNullable<z.ZodInt>;
            options: z.ZodObject<{
                data: z.ZodArray<z.ZodObject<{
                    id: z.ZodInt;
                    name: z.ZodString;
                    price: z.ZodNumber;
                    status: z.ZodEnum<{
                        active: "active";
                        inactive: "inactive";
                    }>;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
}, z.core.$strip>;
export declare const groupSchema: z.ZodObject<{
    id: z.ZodInt;
    name: z.ZodString;
    items: z.ZodObject<{
        data: z.ZodArray<z.ZodObject<{
            id: z.ZodInt;
            name: z.ZodString;
            image_url: z.ZodNullable<z.ZodString>;
            status: z.ZodEnum<{
                active: "active";
                inactive: "inactive";
            }>;
            vendor_id: z.ZodInt;
            master: z.ZodObject<{
                id: z.ZodInt;
                name: z.ZodString;
                price: z.ZodNumber;
                status: z.ZodEnum<{
                    active: "active";
                    inactive: "inactive";
                }>;
            }, z.core.$strip>;
            description: z.ZodString;
            hero_url: z.ZodNullable<z.ZodString>;
            variants: z.ZodObject<{
                data: z.ZodArray<z.ZodObject<{
                    id: z.ZodInt;
                    name: z.ZodString;
                    price: z.ZodNumber;
                    status: z.ZodEnum<{
                        active: "active";
                        inactive: "inactive";
                    }>;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            option_groups: z.ZodObject<{
                data: z.ZodArray<z.ZodObject<{
                    id: z.ZodInt;
                    name: z.ZodString;
                    min_select: z.ZodInt;
                    max_select: z.ZodNullable<z.ZodInt>;
                    options: z.ZodObject<{
                        data: z.ZodArray<z.ZodObject<{
                            id: z.ZodInt;
                            name: z.ZodString;
                            price: z.ZodNumber;
                            status: z.ZodEnum<{
                                active: "active";
                                inactive: "inactive";
                            }>;
                        }, z.core.$strip>>;
                    }, z.core.$strip>;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
    option_groups: z.ZodObject<{
        data: z.ZodArray<z.ZodObject<{
            id: z.ZodInt;
            name: z.ZodString;
            min_select: z.ZodInt;
            max_select: z.ZodNullable<z.ZodInt>;
            options: z.ZodObject<{
                data: z.ZodArray<z.ZodObject<{
                    id: z.ZodInt;
                    name: z.ZodString;
                    price: z.ZodNumber;
                    status: z.ZodEnum<{
                        active: "active";
                        inactive: "inactive";
                    }>;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
}, z.core.$strip>;
export declare const menuSchema: z.ZodObject<{
    id: z.ZodInt;
    name: z.ZodString;
    groups: z.ZodObject<{
        data: z.ZodArray<z.ZodObject<{
            id: z.ZodInt;
            name: z.ZodString;
            items: z.ZodObject<{
                data: z.ZodArray<z.ZodObject<{
                    id: z.ZodInt;
                    name: z.ZodString;
                    image_url: z.ZodNullable<z.ZodString>;
                    status: z.ZodEnum<{
                        active: "active";
                        inactive: "inactive";
                    }>;
                    vendor_id: z.ZodInt;
                    master: z.ZodObject<{
                        id: z.ZodInt;
                        name: z.ZodString;
                        price: z.ZodNumber;
                        status: z.ZodEnum<{
                            active: "active";
                            inactive: "inactive";
                        }>;
                    }, z.core.$strip>;
                    description: z.ZodString;
                    hero_url: z.ZodNullable<z.ZodString>;
                    variants: z.ZodObject<{
                        data: z.ZodArray<z.ZodObject<{
                            id: z.ZodInt;
                            name: z.ZodString;
                            price: z.ZodNumber;
                            status: z.ZodEnum<{
                                active: "active";
                                inactive: "inactive";
                            }>;
                        }, z.core.$strip>>;
                    }, z.core.$strip>;
                    option_groups: z.ZodObject<{
                        data: z.ZodArray<z.ZodObject<{
                            id: z.ZodInt;
                            name: z.ZodString;
                            min_select: z.ZodInt;
                            max_select: z.ZodNullable<z.ZodInt>;
                            options: z.ZodObject<{
                                data: z.ZodArray<z.ZodObject<{
                                    id: z.ZodInt;
                                    name: z.ZodString;
                                    price: z.ZodNumber;
                                    status: z.ZodEnum<{
                                        active: "active";
                                        inactive: "inactive";
                                    }>;
                                }, z.core.$strip>>;
                            }, z.core.$strip>;
                        }, z.core.$strip>>;
                    }, z.core.$strip>;
                }, z.core.$strip>>;
            }, z.core.$strip>;
            option_groups: z.ZodObject<{
                data: z.ZodArray<z.ZodObject<{
                    id: z.ZodInt;
                    name: z.ZodString;
                    min_select: z.ZodInt;
                    max_select: z.ZodNullable<z.ZodInt>;
                    options: z.ZodObject<{
                        data: z.ZodArray<z.ZodObject<{
                            id: z.ZodInt;
                            name: z.ZodString;
                            price: z.ZodNumber;
                            status: z.ZodEnum<{
                                active: "active";
                                inactive: "inactive";
                            }>;
                        }, z.core.$strip>>;
                    }, z.core.$strip>;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
}, z.core.$strip>;
export declare const paystackAccountSchema: z.ZodObject<{
    subaccount_code: z.ZodString;
}, z.core.$strip>;
export declare const vendorSummarySchema: z.ZodObject<{
    id: z.ZodInt;
    venue_id: z.ZodInt;
    name: z.ZodString;
    blurb: z.ZodString;
    image_url: z.ZodString;
    address_1: z.ZodString;
    address_2: z.ZodString;
    city: z.ZodString;
    delivery_method_types: z.ZodArray<z.ZodEnum<{
        collect: "collect";
        table: "table";
        room: "room";
        address: "address";
    }>>;
    paystack_account: z.ZodNullable<z.ZodObject<{
        subaccount_code: z.ZodString;
    }, z.core.$strip>>;
    accepting_orders: z.ZodBoolean;
}, z.core.$strip>;
export declare const vendorSchema: z.ZodObject<{
    id: z.ZodInt;
    venue_id: z.ZodInt;
    name: z.ZodString;
    blurb: z.ZodString;
    image_url: z.ZodString;
    address_1: z.ZodString;
    address_2: z.ZodString;
    city: z.ZodString;
    delivery_method_types: z.ZodArray<z.ZodEnum<{
        collect: "collect";
        table: "table";
        room: "room";
        address: "address";
    }>>;
    paystack_account: z.ZodNullable<z.ZodObject<{
        subaccount_code: z.ZodString;
    }, z.core.$strip>>;
    accepting_orders: z.ZodBoolean;
    menus: z.ZodObject<{
        data: z.ZodArray<z.ZodObject<{
            id: z.ZodInt;
            name: z.ZodString;
            groups: z.ZodObject<{
                data: z.ZodArray<z.ZodObject<{
                    id: z.ZodInt;
                    name: z.ZodString;
                    items: z.ZodObject<{
                        data: z.ZodArray<z.ZodObject<{
                            id: z.ZodInt;
                            name: z.ZodString;
                            image_url: z.ZodNullable<z.ZodString>;
                            status: z.ZodEnum<{
                                active: "active";
                                inactive: "inactive";
                            }>;
                            vendor_id: z.ZodInt;
                            master: z.ZodObject<{
                                id: z.ZodInt;
                                name: z.ZodString;
                                price: z.ZodNumber;
                                status: z.ZodEnum<{
                                    active: "active";
                                    inactive: "inactive";
                                }>;
                            }, z.core.$strip>;
                            description: z.ZodString;
                            hero_url: z.ZodNullable<z.ZodString>;
                            variants: z.ZodObject<{
                                data: z.ZodArray<z.ZodObject<{
                                    id: z.ZodInt;
                                    name: z.ZodString;
                                    price: z.ZodNumber;
                                    status: z.ZodEnum<{
                                        active: "active";
                                        inactive: "inactive";
                                    }>;
                                }, z.core.$strip>>;
                            }, z.core.$strip>;
                            option_groups: z.ZodObject<{
                                data: z.ZodArray<z.ZodObject<{
                                    id: z.ZodInt;
                                    name: z.ZodString;
                                    min_select: z.ZodInt;
                                    max_select: z.ZodNullable<z.ZodInt>;
                                    options: z.ZodObject<{
                                        data: z.ZodArray<z.ZodObject<{
                                            id: z.ZodInt;
                                            name: z.ZodString;
                                            price: z.ZodNumber;
                                            status: z.ZodEnum<{
                                                active: "active";
                                                inactive: "inactive";
                                            }>;
                                        }, z.core.$strip>>;
                                    }, z.core.$strip>;
                                }, z.core.$strip>>;
                            }, z.core.$strip>;
                        }, z.core.$strip>>;
                    }, z.core.$strip>;
                    option_groups: z.ZodObject<{
                        data: z.ZodArray<z.ZodObject<{
                            id: z.ZodInt;
                            name: z.ZodString;
                            min_select: z.ZodInt;
                            max_select: z.ZodNullable<z.ZodInt>;
                            options: z.ZodObject<{
                                data: z.ZodArray<z.ZodObject<{
                                    id: z.ZodInt;
                                    name: z.ZodString;
                                    price: z.ZodNumber;
                                    status: z.ZodEnum<{
                                        active: "active";
                                        inactive: "inactive";
                                    }>;
                                }, z.core.$strip>>;
                            }, z.core.$strip>;
                        }, z.core.$strip>>;
                    }, z.core.$strip>;
                }, z.core.$strip>>;
            }, z.core.$strip>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
}, z.core.$strip>;
export declare const acceptingChangeSchema: z.ZodObject<{
    accepting_orders: z.ZodBoolean;
}, z.core.$strip>;
export declare const statusChangeSchema: z.ZodObject<{
    status: z.ZodEnum<{
        active: "active";
        inactive: "inactive";
    }>;
}, z.core.$strip>;
export declare const statusChangedSchema: z.ZodObject<{
    id: z.ZodInt;
    status: z.ZodEnum<{
        active: "active";
        inactive: "inactive";
    }>;
}, z.core.$strip>;
